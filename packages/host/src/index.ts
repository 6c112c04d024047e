export { type AccessOptions, accessGuard } from './access-guard.js';
export { createHost, errorResponse, type HostOptions, nothingHere } from './create-host.js';
export { createLiveDoor, type LiveDoorOptions } from './live/live-door.js';
export { type LinkGrant, LiveLinks } from './live/live-links.js';
export { livePageAddress } from './proxy/link-routes.js';
export { type BrowserStatus, OwnBrowsers, type Sessions } from './proxy/sessions.js';
export { BrowserOwned, SingleBrowser } from './proxy/single-browser.js';
