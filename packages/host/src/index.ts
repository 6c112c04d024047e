export { type AccessOptions, accessGuard, isOpen, type SignIns } from './access/access-guard.js';
export { type Admission, admitViewer } from './access/admit-viewer.js';
export { type LinkGrant, type LinkRecord, LiveLinks } from './access/live-links.js';
export { createHostRoutes, type HostRoutesOptions } from './host-routes.js';
export { callAt } from './live/call-at.js';
export { LiveCounts } from './live/live-counts.js';
export { LiveEndpoint, type LiveEndpointOptions, liveOf } from './live/live-endpoint.js';
export type { PolledNews } from './live/polled-socket.js';
export { PolledViewers } from './live/polled-viewers.js';
export { refuseUpgrade, refuseViewer } from './live/refuse-upgrade.js';
export { snapshotParts } from './routes/browser-routes.js';
export { CLIENT_HEADER, callerOf } from './routes/caller-of.js';
export { errorResponse, nothingHere } from './routes/error-response.js';
export { EventFeed } from './routes/event-feed.js';
export {
  LIVE_LINK_HEADER,
  linkExchange,
  livePageAddress,
  makeTicket,
  readLink,
  readTicket,
  serverAddress,
  streamAddress,
  type TicketRequest,
} from './routes/link-routes.js';
export { readArguments } from './routes/read-arguments.js';
export { fileHeaders, sendFile } from './routes/send-file.js';
export { followListed, type MayList } from './routes/session-routes.js';
export { restoreState, saveState } from './routes/state-routes.js';
export type { DistantSession, DistantSessionOptions } from './sessions/distant-session.js';
export type { SessionOrigin } from './sessions/followed-session.js';
export { INITIAL_CONTROL } from './sessions/initial-control.js';
export type { ListedEntry } from './sessions/listed-entry.js';
export { SessionList, type SessionListEvent } from './sessions/session-list.js';
export { type BrowserStatus, type DrivenStatus, OwnBrowsers, type Sessions, statusOf } from './sessions/sessions.js';
export { BrowserOwned, SingleBrowser } from './sessions/single-browser.js';
