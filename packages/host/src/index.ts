export {
  type AccessOptions,
  accessGuard,
  cookieOf,
  sameToken,
} from './access-guard.js';
export { createHost, errorResponse, type HostOptions, nothingHere } from './create-host.js';
export { type Admission, admitViewer } from './live/admit-viewer.js';
export { callAt } from './live/call-at.js';
export { createLiveDoor, type LiveDoorOptions } from './live/live-door.js';
export { type LinkGrant, LiveLinks } from './live/live-links.js';
export { refuseUpgrade, refuseViewer } from './live/refuse-upgrade.js';
export { snapshotParts } from './proxy/browser-routes.js';
export { EventFeed } from './proxy/event-feed.js';
export { livePageAddress, readLink } from './proxy/link-routes.js';
export { readArguments } from './proxy/read-arguments.js';
export { sendFile } from './proxy/send-file.js';
export { type BrowserStatus, type DrivenStatus, OwnBrowsers, type Sessions, statusOf } from './proxy/sessions.js';
export { BrowserOwned, SingleBrowser } from './proxy/single-browser.js';
export { restoreState, saveState } from './proxy/state-routes.js';
