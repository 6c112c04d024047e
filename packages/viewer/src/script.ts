export { createViewer } from './viewer/create-viewer.js';
export { mountBrowserWindow } from './window/mount-browser-window.js';
export { mountOverlays } from './window/overlays/mount-overlays.js';
