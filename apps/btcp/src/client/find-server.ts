import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { type Settings, usageError } from '../settings/settings.js';
import { ensureStateDirectory } from '../system/directories.js';
import { commandLine, OWN_COMMAND } from '../system/own-command.js';
import { readServerState } from '../system/state-file.js';
import { NoServerError } from '../verbs/no-server-error.js';
import { isServing, type ServerAddress } from './server-client.js';

const DEFAULT_LINGER = '60s';

const START_TIMEOUT_MS = 20_000;

export async function findServer(settings: Settings): Promise<ServerAddress> {
  if (settings.url) {
    if (!URL.canParse(settings.url)) throw usageError(`--url is "${settings.url}".`, 'Such as http://127.0.0.1:4700.');
    return { url: settings.url, token: settings.token ?? null };
  }
  const state = readServerState();
  if (state && (await isServing(state))) return state;
  const linger = settings.linger ?? DEFAULT_LINGER;
  const lock = await takeStartLock();
  // Another command may have started one meanwhile.
  const running = readServerState();
  if (running && (await isServing(running))) {
    lock.release();
    return running;
  }
  const started = await startServer(linger).finally(() => lock.release());
  console.error(`Started a server at ${started.url}. It ends ${linger} after its last browser is closed.`);
  return started;
}

async function startServer(linger: string): Promise<ServerAddress> {
  const [program, script] = OWN_COMMAND;
  const args = [script, 'serve', '--port', '0', '--json', '--linger', linger];
  // A file: the server outlives this command, and would end at its next log line if that went to a closed pipe.
  const log = join(ensureStateDirectory(), 'server.log');
  const stderr = openSync(log, 'w', 0o600);
  const server = spawn(program, args, { detached: true, stdio: ['ignore', 'pipe', stderr] });
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
      await new Promise((resolve) => setTimeout(resolve, 50));
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
