import { commandLine, startCommand } from '../system/own-command.js';
import { pageTokenOf } from '../system/token.js';
import type { AppServer } from './app-server-options.js';

export interface Endpoints {
  /** For programs of this machine. */
  url: string;
  /** For everybody else; the others below begin with it. */
  publicUrl: string;
  /** Signs in the first person who opens it. */
  open: string;
  mcp: string;
  btcp: string;
  token: string | null;
  pageToken: string | null;
}

export function endpoints({ url, publicUrl, signInLink }: AppServer, token: string | null): Endpoints {
  return {
    url,
    publicUrl,
    open: signInLink(),
    mcp: `${publicUrl}/mcp`,
    btcp: `${publicUrl.replace(/^http/, 'ws')}/btcp`,
    token,
    pageToken: token === null ? null : pageTokenOf(token),
  };
}

export function readyBlock({ publicUrl, open, mcp, btcp, token, pageToken }: Endpoints): string {
  const [command, ...args] = startCommand();
  const configuration = { mcpServers: { btcp: { command, args: [...args, 'mcp'] } } };
  return `
BTCP is running. Ctrl-C ends it and every browser it started.

  Open       ${open}${token ? `   (signs in once; ${commandLine('token')} prints another)` : ''}
  MCP        ${mcp}${token ? `   (Authorization: Bearer ${token})` : ''}
  HTTP       curl ${publicUrl}/tools
  Pages      ${btcp}${pageToken ? `   (token for pages: ${pageToken})` : ''}

MCP over stdio, ready to paste into your client's configuration:

${JSON.stringify(configuration, null, 2)}
`;
}
