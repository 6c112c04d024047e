import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { sleep } from '@btcp/protocol';
import type { Settings } from '../settings/settings.js';
import { ensureStateDirectory } from '../system/directories.js';
import { commandLine, OWN_COMMAND } from '../system/own-command.js';
import { NoServerError } from '../verbs/no-server-error.js';
import { knownServer } from './known-server.js';
import { runningServer } from './running-server.js';
import type { ServerAddress } from './server-client.js';

const DEFAULT_LINGER = '60s';

const START_TIMEOUT_MS = 60_000;

/** The server of a command; started if none is named and none runs. */
export async function findServer(settings: Settings): Promise<ServerAddress> {
  const known = knownServer(settings, await runningServer());
  if (known) return known;
  const linger = settings.linger ?? DEFAULT_LINGER;
  const lock = await takeStartLock();
  try {
    // Another command may have started one meanwhile.
    const meanwhile = knownServer(settings, await runningServer());
    if (meanwhile) return meanwhile;
    const started = await startServer(linger, settings.token);
    console.error(`Started a server at ${started.url}. It ends ${linger} after its last browser is closed.`);
    return started;
  } catch (thrown) {
    // A person may have started one, which refuses a second.
    const other = knownServer(settings, await runningServer());
    if (other) return other;
    throw thrown;
  } finally {
    lock.release();
  }
}

async function startServer(linger: string, token: string | undefined): Promise<ServerAddress> {
  const [program, script] = OWN_COMMAND;
  const args = [script, 'serve', '--port', '0', '--json', '--linger', linger];
  // A file: the server outlives this command, and would end at its next log line if that went to a closed pipe.
  const log = join(ensureStateDirectory(), 'server.log');
  const stderr = openSync(log, 'w', 0o600);
  // Not by a flag: everybody on this machine can read flags.
  const env = token === undefined ? process.env : { ...process.env, BTCP_TOKEN: token };
  const server = spawn(program, args, { env, detached: true, stdio: ['ignore', 'pipe', stderr] });
  closeSync(stderr);
  const failed = (reason: string) =>
    new NoServerError(`No server could be started: ${reason}`, {
      hint: `Run ${commandLine('serve')} to see why.`,
    });

  const line = await new Promise<string>((resolve, reject) => {
    createInterface(server.stdout as Readable).once('line', resolve);
    server.once('exit', () => reject(failed(readFileSync(log, 'utf8').trim() || 'it ended at once.')));
    setTimeout(() => reject(failed('it did not get ready.')), START_TIMEOUT_MS).unref();
  });
  server.removeAllListeners('exit');
  server.stdout?.destroy();
  server.unref();
  return JSON.parse(line);
}

// Concurrent commands must start only one server.
async function takeStartLock(): Promise<{ release(): void }> {
  const file = join(ensureStateDirectory(), 'starting');
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      return { release: () => rmSync(file, { force: true }) };
    } catch {
      if (Date.now() > deadline || isLeftBehind(file)) rmSync(file, { force: true });
      await sleep(50);
    }
  }
}

function isLeftBehind(file: string): boolean {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0);
    return false;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
