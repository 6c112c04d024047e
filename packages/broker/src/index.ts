export { type Broker, type BrokerOptions, createBroker, type OwnPages } from './broker.js';
export type { CallOptions, ConnectedPage, PageElsewhere, PageMember, PageSource } from './clients/connected-page.js';
export type { Limits } from './clients/limits.js';
export { type Authenticate, openAccess, type Principal, type TokenEntry, tokenAccess } from './clients/principal.js';
export { nodeListener } from './node-listener.js';
export { isDriven } from './remote/next-page.js';
export { type RemotePageEngineOptions, remotePageEngine } from './remote/remote-page-engine.js';
export { RemotePageSession } from './remote/remote-session.js';
export type { AgentPermit } from './requests/request-handler.js';
