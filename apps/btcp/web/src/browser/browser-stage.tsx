import { type BrowserWindow, mountBrowserWindow } from '@btcp/viewer/window';
import { useEffect, useRef, useState } from 'react';
import type { RunState } from '../../../src/contract/types.ts';
import type { OpenSession } from '../state/open-session.ts';
import { serverPath } from '../state/server-path.ts';
import { ownToken } from '../state/sign-in.ts';
import { useStore } from '../state/store.ts';
import { browserWindow } from '../state/window.ts';
import { Highlight } from './highlight.tsx';

export function BrowserStage({ session }: { session: OpenSession }) {
  const host = useRef<HTMLDivElement>(null);
  const opened = useRef<BrowserWindow>(null);
  const [attempts, setAttempts] = useState(0);
  const [isClosed, setClosed] = useState(false);
  const changes = useStore(session.store, (value) => value.changes);
  // When an agent elsewhere works next is not known here.
  const isIdle = useStore(session.store, ({ session: known }) => session.agent !== '' && !isUnderWay(known?.run));

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt is another window.
  useEffect(() => {
    if (!host.current) return;
    const browser = mountBrowserWindow(host.current, {
      url: streamOf(session),
      token: ownToken,
      views: ['expanded', 'fullscreen'],
    });
    opened.current = browser;
    const { viewer } = browser;
    setClosed(false);
    const unsubscribe = viewer.subscribe(() => {
      const { status, pass } = viewer.getSnapshot();
      setClosed(status === 'closed');
      if (pass) sessionStorage.setItem(passKey(session), pass);
    });
    browserWindow.update({ viewer });
    // Hidden on a phone: stop the stream.
    const sight = new IntersectionObserver(([entry]) => viewer.setPaused(!entry?.isIntersecting));
    sight.observe(host.current);
    return () => {
      sight.disconnect();
      unsubscribe();
      browserWindow.update({ viewer: null });
      browser.close();
    };
  }, [session, attempts]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt is another window.
  useEffect(() => opened.current?.setIdle(isIdle), [isIdle, session, attempts]);

  // The stream ends with its browser; after a change there may be another.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change that counts.
  useEffect(() => {
    if (isClosed) setAttempts((count) => count + 1);
  }, [changes]);

  return (
    <div className="window-host">
      <div ref={host} className="window" />
      <Highlight />
    </div>
  );
}

function isUnderWay(run: RunState | undefined): boolean {
  return run?.state === 'running' || run?.state === 'waiting';
}

// The pass lets a person who reloads the page keep driving.
function streamOf(session: OpenSession): string {
  const query = new URLSearchParams({ sessionId: session.id });
  const pass = sessionStorage.getItem(passKey(session));
  if (pass) query.set('pass', pass);
  const { agent } = session;
  return serverPath(`${agent === '' ? '' : `/api/agents/${encodeURIComponent(agent)}`}/browser/stream?${query}`);
}

function passKey({ agent, id }: OpenSession): string {
  return `btcp-pass/${agent}/${id}`;
}
