import { commandLine, startCommand } from '../system/own-command.js';
import { pageTokenOf } from '../system/token.js';
import type { AppServer } from './app-server-options.js';

export interface Endpoints {
  url: string;
  /** For everybody else; the others below begin with it. */
  publicUrl: string;
  open: string;
  mcp: string;
  btcp: string;
  token: string | null;
  pageToken: string | null;
}

export async function endpoints({ url, publicUrl, signInLink }: AppServer, token: string | null): Promise<Endpoints> {
  return {
    url,
    publicUrl,
    open: await signInLink(),
    mcp: `${publicUrl}/mcp`,
    btcp: `${publicUrl.replace(/^http/, 'ws')}/btcp`,
    token,
    pageToken: token === null ? null : pageTokenOf(token),
  };
}

export function readyBlock(reachable: Endpoints): string {
  const { publicUrl, open, mcp, btcp, token, pageToken } = reachable;
  const { name, server } = clientOf(reachable);
  return `
BTCP is running. Ctrl-C ends it and every browser it started.

  Open       ${open}${token ? `   (signs in once; ${commandLine('token')} prints another)` : ''}
  MCP        ${mcp}${token ? `   (Authorization: Bearer ${token})` : ''}
  HTTP       curl ${publicUrl}/tools
  Pages      ${btcp}${pageToken ? `   (token for pages: ${pageToken})` : ''}

MCP over ${name}, ready to paste into your client's configuration:

${JSON.stringify({ mcpServers: { btcp: server } }, null, 2)}
`;
}

/** Of a worker: it serves gateways alone. */
export function workerBlock(): string {
  return `
A worker of the fleet is running. Ctrl-C moves its sessions to other workers and ends it.
It takes calls from gateways only. Open the address of a gateway; this lists the workers:

  ${commandLine('fleet status --url http://GATEWAY:4700 --token TOKEN')}
`;
}

// Behind a name, clients are on other machines, where the command of this one does not exist.
function clientOf({ url, publicUrl, mcp, token }: Endpoints): { name: string; server: object } {
  const [command, ...args] = startCommand();
  if (publicUrl === url) return { name: 'stdio', server: { command, args: [...args, 'mcp'] } };
  const headers = token === null ? {} : { headers: { Authorization: `Bearer ${token}` } };
  return { name: 'HTTP', server: { type: 'http', url: mcp, ...headers } };
}
