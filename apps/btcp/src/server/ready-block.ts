import { OWN_COMMAND } from '../system/own-command.js';
import type { AppServer } from './app-server.js';

export interface Endpoints {
  url: string;
  mcp: string;
  btcp: string;
  token: string | null;
}

export function endpoints({ url }: AppServer, token: string | null): Endpoints {
  return { url, mcp: `${url}/mcp`, btcp: `${url.replace(/^http/, 'ws')}/btcp`, token };
}

export function readyBlock({ url, mcp, token }: Endpoints): string {
  const [command, script] = OWN_COMMAND;
  const configuration = { mcpServers: { btcp: { command, args: [script, 'mcp'] } } };
  return `
BTCP is running. Ctrl-C ends it and every browser it started.

  Open       ${url}/${token ? `#token=${token}` : ''}
  MCP        ${mcp}${token ? `   (Authorization: Bearer ${token})` : ''}
  HTTP       curl ${url}/tools

MCP over stdio, ready to paste into your client's configuration:

${JSON.stringify(configuration, null, 2)}
`;
}
