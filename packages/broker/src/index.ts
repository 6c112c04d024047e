export { type Authenticate, openAccess, type Principal, type TokenEntry, tokenAccess } from './access.js';
export { type Broker, type BrokerOptions, type ConnectedPage, createBroker } from './broker.js';
export type { CallOptions } from './call-page.js';
export type { Limits } from './limits.js';
export { nodeListener } from './node-listener.js';
export { isDriven } from './remote/next-page.js';
export { type RemotePageEngineOptions, remotePageEngine } from './remote/remote-page-engine.js';
export { RemotePageSession } from './remote/remote-session.js';
