import type { ViewerState } from '../state/viewer-state.js';
import { createViewer } from '../viewer/create-viewer.js';
import type { Viewer, ViewerOptions } from '../viewer/viewer.js';
import { createAddressBar } from './address-bar.js';
import { createControlBar, createRequestBanner } from './control-bar.js';
import { element, iconButton, type Part } from './elements/element.js';
import { icon } from './elements/icons.js';
import { fitPageTo } from './fit-page.js';
import { mountOverlays } from './overlays/mount-overlays.js';
import { createPictureStatus } from './picture-status.js';
import { zoomByFingers } from './pinch-zoom.js';
import { STYLES } from './styles.js';
import { createTabStrip } from './tab-strip.js';

/** A bar to click on, a window in its place, or a window over everything. */
export type WindowView = 'collapsed' | 'expanded' | 'fullscreen';

/** The browser that a window shows, and how the window looks. */
export interface BrowserWindowOptions extends ViewerOptions {
  view?: WindowView;
  /** The views that the person may choose; default all. */
  views?: readonly WindowView[];
  onViewChange?(view: WindowView): void;
  /** False where something else makes the page as large as the screen: the window then only fills its page. */
  asksForFullScreen?: boolean;
  /** Default: the theme of the person's system. */
  theme?: 'light' | 'dark';
}

/** A mounted window. */
export interface BrowserWindow {
  readonly viewer: Viewer;
  setView(view: WindowView): void;
  /** Whether no agent works in the browser, which the stream does not report: nobody is driving then. */
  setIdle(isIdle: boolean): void;
  close(): void;
}

/** Mounts a whole browser window in an element: tabs, address, page, control, and what the page asks for. */
export function mountBrowserWindow(container: HTMLElement, options: BrowserWindowOptions): BrowserWindow {
  const shadow = container.shadowRoot ?? container.attachShadow({ mode: 'open' });
  const styles = new CSSStyleSheet();
  styles.replaceSync(STYLES);
  shadow.adoptedStyleSheets = [styles];

  const canvas = element('canvas', { width: 1280, height: 720 });
  const stage = element('div', { class: 'stage' }, canvas);
  const root = element('section', { class: 'window', 'aria-label': 'Browser' });
  shadow.replaceChildren(root);
  root.append(stage);
  const viewer = createViewer(canvas, options);

  let view: WindowView | undefined;
  const choose = (chosen: WindowView) => {
    setView(chosen);
    options.onViewChange?.(chosen);
  };
  const bar = createCollapsedBar(() => choose('expanded'));
  const full = iconButton(icon('expand'), 'Full screen', () =>
    choose(view === 'fullscreen' ? 'expanded' : 'fullscreen'),
  );
  const collapse = iconButton(icon('collapse'), 'Collapse', () => choose('collapsed'));
  collapse.hidden = options.views?.includes('collapsed') === false;
  full.hidden = options.views?.includes('fullscreen') === false;
  const keyboard = iconButton(icon('keyboard'), 'Keyboard', () => viewer.focus({ keyboard: true }), 'keyboard');
  const tabs = createTabStrip(viewer);
  const address = createAddressBar(viewer);
  const control = createControlBar(viewer);
  const request = createRequestBanner(viewer);
  const pictureStatus = createPictureStatus();
  const parts: Part<ViewerState>[] = [tabs, address, control, request, pictureStatus, bar];
  const buttons = element('div', { class: 'buttons' }, keyboard, full, collapse);
  const toolbar = element('div', { class: 'toolbar' }, address.root, control.root, buttons);
  root.prepend(bar.root, tabs.root, toolbar, request.root);
  stage.append(pictureStatus.root);
  const overlays = mountOverlays(viewer, stage);
  const fit = fitPageTo(stage, viewer);
  const zoom = zoomByFingers(stage, canvas);

  function setView(chosen: WindowView) {
    if (view === chosen) return;
    const wasFull = view === 'fullscreen';
    view = chosen;
    root.dataset.view = chosen;
    const isFull = chosen === 'fullscreen';
    full.replaceChildren(icon(isFull ? 'shrink' : 'expand'));
    full.setAttribute('aria-label', isFull ? 'Leave full screen' : 'Full screen');
    full.title = isFull ? 'Leave full screen' : 'Full screen';
    viewer.setPaused(chosen === 'collapsed');
    zoom.reset();
    // If that is refused, the window still fills the page.
    if (isFull && options.asksForFullScreen !== false) root.requestFullscreen?.().catch(() => {});
    else if (wasFull && document.fullscreenElement) void document.exitFullscreen();
  }

  const onFullscreen = () => {
    if (!document.fullscreenElement && view === 'fullscreen') choose('expanded');
  };
  document.addEventListener('fullscreenchange', onFullscreen);

  let wasDriving = false;
  const update = () => {
    const state = viewer.getSnapshot();
    for (const part of parts) part.update(state);
    fit.update(state);
    // A picker lies over the picture where the page has its control.
    if (state.picker) zoom.reset();
    root.classList.toggle('driving', state.isDriving);
    keyboard.hidden = !state.isDriving;
    if (state.picture) stage.style.setProperty('--picture', `${state.picture.width} / ${state.picture.height}`);
    // A dialog has taken the focus already.
    if (state.isDriving && !wasDriving && !state.dialog) viewer.focus();
    wasDriving = state.isDriving;
  };
  const unsubscribe = viewer.subscribe(update);
  if (options.theme) root.style.colorScheme = options.theme;
  setView(options.view ?? 'expanded');
  update();

  return {
    viewer,
    setView,
    setIdle(isIdle) {
      control.setIdle(isIdle);
      update();
    },
    close() {
      document.removeEventListener('fullscreenchange', onFullscreen);
      unsubscribe();
      fit.close();
      zoom.close();
      overlays.close();
      viewer.close();
      shadow.replaceChildren();
    },
  };
}

function createCollapsedBar(onclick: () => void): Part<ViewerState> {
  const text = element('span');
  const root = element(
    'button',
    { type: 'button', class: 'bar', 'aria-expanded': 'false', onclick },
    icon('globe'),
    text,
  );
  root.append(icon('unfold'));
  return {
    root,
    update({ control, status }) {
      const asks = control?.request ? `The agent asks: ${control.request.message}` : undefined;
      const words = asks ?? (status === 'closed' ? 'The browser is closed' : 'Browser active — click to expand');
      root.classList.toggle('asks', Boolean(asks));
      if (text.textContent !== words) text.textContent = words;
    },
  };
}
