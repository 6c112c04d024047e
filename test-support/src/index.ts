export { type AgentPage, openAgentPage } from './agent-page.ts';
export { bundleModule } from './bundle-module.ts';
export { chromesOf, processesWith, renderersOf } from './chrome-processes.ts';
export { serveModulePage } from './serve-module-page.ts';
export { type PageServer, servePages } from './serve-pages.ts';
export { type RunningBroker, startBroker } from './start-broker.ts';
export { startChrome } from './start-chrome.ts';
export { type Proxy, startProxy } from './start-proxy.ts';
export { type SocketLog, watchSockets } from './watch-sockets.ts';
