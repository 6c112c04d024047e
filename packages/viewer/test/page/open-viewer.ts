import { createViewer, type Viewer, type ViewerOptions } from '@btcp/viewer';
import { type BrowserWindow, type BrowserWindowOptions, mountBrowserWindow } from '@btcp/viewer/window';

declare global {
  interface Window {
    isReady: boolean;
    openViewer(style: string, options: ViewerOptions): void;
    openWindow(style: string, options: BrowserWindowOptions): void;
    viewer: Viewer;
    browserWindow: BrowserWindow;
    /** What a person reads in the window. */
    shownText(): string;
  }
}

document.body.style.margin = '0';

function add<Tag extends 'canvas' | 'div'>(tag: Tag, style: string): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.style.cssText = style;
  document.body.append(element);
  return element;
}

window.openViewer = (style, options) => {
  window.viewer = createViewer(add('canvas', style), options);
};
window.openWindow = (style, options) => {
  window.browserWindow = mountBrowserWindow(add('div', style), options);
  window.viewer = window.browserWindow.viewer;
};
// biome-ignore lint/performance/useDomNodeTextContent: hidden parts are not read.
window.shownText = () => window.viewer.canvas.closest('section')?.innerText ?? '';
window.isReady = true;
