export { offerToWebMCP, serveWebMCPTools } from './bridges/web-mcp.js';
