import { OWN_COMMAND } from '../system/own-command.js';
import { pageTokenOf } from '../system/token.js';
import type { AppServer } from './app-server.js';

export interface Endpoints {
  url: string;
  mcp: string;
  btcp: string;
  token: string | null;
  pageToken: string | null;
}

export function endpoints({ url }: AppServer, token: string | null): Endpoints {
  const pageToken = token === null ? null : pageTokenOf(token);
  return { url, mcp: `${url}/mcp`, btcp: `${url.replace(/^http/, 'ws')}/btcp`, token, pageToken };
}

export function readyBlock({ url, mcp, btcp, token, pageToken }: Endpoints): string {
  const [command, script] = OWN_COMMAND;
  const configuration = { mcpServers: { btcp: { command, args: [script, 'mcp'] } } };
  return `
BTCP is running. Ctrl-C ends it and every browser it started.

  Open       ${url}/${token ? `#token=${token}` : ''}
  MCP        ${mcp}${token ? `   (Authorization: Bearer ${token})` : ''}
  HTTP       curl ${url}/tools
  Pages      ${btcp}${pageToken ? `   (token for pages: ${pageToken})` : ''}

MCP over stdio, ready to paste into your client's configuration:

${JSON.stringify(configuration, null, 2)}
`;
}
