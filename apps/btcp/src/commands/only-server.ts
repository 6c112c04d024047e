import { resolve } from 'node:path';
import { dataDirectory } from '@btcp/chrome/directories';
import { thisProcess } from '@btcp/chrome/owner';
import { BtcpError } from '@btcp/protocol';
import { runningServer } from '../client/running-server.js';
import { commandLine } from '../system/own-command.js';
import { registerServer, type ServerState } from '../system/state-file.js';
import { VERSION } from '../system/version.js';

/** Whether this is the host of an agent, which belongs to a server and uses its folders. */
export const isAgentHost = (): boolean => process.env.BTCP_AGENT_HOST !== undefined;

export async function assertOnlyServer(): Promise<void> {
  if (!isAgentHost()) refuseSameData(await runningServer());
}

/** Registers this server for the commands of its user. One with other data stays registered. */
export function registerThisServer(server: Pick<ServerState, 'url' | 'token' | 'socket' | 'browser'>): void {
  if (isAgentHost()) return;
  refuseSameData(registerServer({ ...server, ...thisProcess(), data: dataFolder(), version: VERSION }));
}

function refuseSameData(running: ServerState | undefined): void {
  if (!running || (running.data ?? dataFolder()) !== dataFolder()) return;
  const { pid, url } = running;
  const end = process.platform === 'win32' ? `taskkill /F /PID ${pid}` : `kill ${pid}`;
  throw new BtcpError('busy', `A server is already running with this data: process ${pid} at ${url}.`, {
    hint: `Use it (${commandLine('token')} prints a link to it), end it with ${end}, or give this one its own folders with BTCP_DATA and BTCP_STATE.`,
  });
}

function dataFolder(): string {
  return resolve(dataDirectory());
}
