export { createPageMcpServer } from './create-page-server.js';
export { createMcpServer, type McpOptions } from './create-server.js';
export {
  createMcpHttpHandler,
  createPageMcpHttpHandler,
  type McpHttpHandler,
  type McpServers,
  serveBothEras,
} from './http-handler.js';
export { serveMcpStdio } from './serve-stdio.js';
