export {
  type BrowserWindow,
  type BrowserWindowOptions,
  mountBrowserWindow,
  type WindowView,
} from './mount-browser-window.js';
export { mountOverlays } from './overlays/mount-overlays.js';
