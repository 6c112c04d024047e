export { createMcpServer, type McpOptions } from './create-server.js';
export { createMcpHttpHandler, type McpHttpHandler } from './http-handler.js';
export { serveMcpStdio } from './serve-stdio.js';
