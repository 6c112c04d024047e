import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { BtcpError } from '@btcp/tools';
import { OWN_COMMAND } from '../own-command.js';
import { readServerState } from '../server/state-file.js';
import type { Settings } from '../settings.js';
import { isServing, type ServerAddress } from './server-client.js';

/** A server that was started for a call ends when it has had no browser for this long. */
const DEFAULT_LINGER = '60s';

const START_TIMEOUT_MS = 20_000;

/** The server that was named, or the one that this user runs, or else a new one in the background. */
export async function findServer(settings: Settings): Promise<ServerAddress> {
  if (settings.url) return { url: settings.url, token: settings.token ?? null };
  const state = readServerState();
  if (state && (await isServing(state))) return state;
  const linger = settings.linger ?? DEFAULT_LINGER;
  const started = await startServer(linger);
  console.error(`Started a server at ${started.url}. It ends ${linger} after its last browser is closed.`);
  return started;
}

async function startServer(linger: string): Promise<ServerAddress> {
  const [program, script] = OWN_COMMAND;
  const args = [script, 'serve', '--port', '0', '--json', '--linger', linger];
  const server = spawn(program, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let complaint = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  const failed = (reason: string) =>
    new BtcpError('browser_unavailable', `A server could not be started: ${reason}`, {
      hint: 'Run btcp serve to see why.',
    });

  const line = await new Promise<string>((resolve, reject) => {
    createInterface(server.stdout).once('line', resolve);
    server.once('exit', () => reject(failed(complaint.trim() || 'it ended at once.')));
    setTimeout(() => reject(failed('it did not get ready.')), START_TIMEOUT_MS).unref();
  });
  // From here on it lives without us.
  server.removeAllListeners('exit');
  server.stdout.destroy();
  server.stderr.destroy();
  server.unref();
  return JSON.parse(line);
}
