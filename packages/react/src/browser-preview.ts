import {
  type BrowserWindow,
  type BrowserWindowOptions,
  mountBrowserWindow,
  type WindowView,
} from '@btcp/viewer/window';
import { type CSSProperties, createElement, type ReactElement, useEffect, useRef, useState } from 'react';

/** The browser to show, and how to show it. */
export interface BrowserPreviewProps extends BrowserWindowOptions {
  /** Whether there is a browser; if not, nothing is shown. Default true. */
  active?: boolean;
  /** The first view if `view` is not set. Default `collapsed`. */
  defaultView?: WindowView;
  className?: string;
  style?: CSSProperties;
}

/**
 * A live browser in the page, which the person can take over: a bar, a window, or full screen.
 *
 * @example
 * <BrowserPreview active={browserActive} url="/browser/stream?sessionId=demo" token={fetchToken} />
 */
export function BrowserPreview(props: BrowserPreviewProps): ReactElement | null {
  const { active = true, url, theme, quality, maxFps, className, style } = props;
  // An object, so that choosing the same view again renders again.
  const [chosen, setChosen] = useState({ view: props.defaultView ?? 'collapsed' });
  const view = props.view ?? chosen.view;
  const container = useRef<HTMLDivElement>(null);
  const latest = useRef({ props, view });
  const mounted = useRef<BrowserWindow>(null);
  useEffect(() => {
    latest.current = { props, view };
  });

  useEffect(() => {
    if (!active || !container.current) return;
    const opened = mountBrowserWindow(container.current, {
      ...latest.current.props,
      url,
      ...(theme ? { theme } : {}),
      view: latest.current.view,
      // Called for each connection: an inline token is a new function at each render.
      token: async () => {
        const now = latest.current.props.token;
        return (typeof now === 'function' ? await now() : now) ?? '';
      },
      onViewChange(wanted) {
        setChosen({ view: wanted });
        latest.current.props.onViewChange?.(wanted);
      },
    });
    mounted.current = opened;
    return () => {
      mounted.current = null;
      opened.close();
    };
  }, [active, url, theme]);

  useEffect(() => mounted.current?.setView(view));
  useEffect(() => {
    mounted.current?.viewer.setQuality({
      ...(quality ? { quality } : {}),
      ...(maxFps === undefined ? {} : { maxFps }),
    });
  }, [quality, maxFps]);

  return active ? createElement('div', { ref: container, className, style }) : null;
}
