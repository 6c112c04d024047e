export type { LiveApp } from './app/live-app.js';
export {
  ProtectedResource,
  type ProtectedResourceOptions,
  type TokenRefusal,
} from './authorization/protected-resource.js';
export { createPageMcpServer, type PageMcpOptions } from './server/create-page-server.js';
export { createMcpServer, type McpOptions } from './server/create-server.js';
export {
  createMcpHttpHandler,
  createPageMcpHttpHandler,
  type McpHttpHandler,
  type McpHttpOptions,
  type McpServers,
  type PageMcpHttpOptions,
  serveBothEras,
} from './transport/http-handler.js';
export { serveMcpStdio, serveMcpStreams } from './transport/serve-stdio.js';
