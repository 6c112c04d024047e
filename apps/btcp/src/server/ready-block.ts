import { commandLine, startCommand } from '../system/own-command.js';
import { pageTokenOf } from '../system/token.js';
import type { AppServer } from './app-server.js';

export interface Endpoints {
  url: string;
  /** Signs in whoever opens it first. */
  open: string;
  mcp: string;
  btcp: string;
  token: string | null;
  pageToken: string | null;
}

export function endpoints({ url, signInLink }: AppServer, token: string | null): Endpoints {
  const pageToken = token === null ? null : pageTokenOf(token);
  return { url, open: signInLink(), mcp: `${url}/mcp`, btcp: `${url.replace(/^http/, 'ws')}/btcp`, token, pageToken };
}

export function readyBlock({ url, open, mcp, btcp, token, pageToken }: Endpoints): string {
  const [command, ...args] = startCommand();
  const configuration = { mcpServers: { btcp: { command, args: [...args, 'mcp'] } } };
  return `
BTCP is running. Ctrl-C ends it and every browser it started.

  Open       ${open}${token ? `   (signs in once; ${commandLine('token')} prints another)` : ''}
  MCP        ${mcp}${token ? `   (Authorization: Bearer ${token})` : ''}
  HTTP       curl ${url}/tools
  Pages      ${btcp}${pageToken ? `   (token for pages: ${pageToken})` : ''}

MCP over stdio, ready to paste into your client's configuration:

${JSON.stringify(configuration, null, 2)}
`;
}
