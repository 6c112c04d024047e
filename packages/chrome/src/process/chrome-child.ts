import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { BtcpError } from '@btcp/protocol';
import type { ConnectionTransport } from 'puppeteer-core';
import { PipeTransport } from './pipe-transport.js';

const KEPT_CHARACTERS = 8_000;

const REASON = /FATAL|error while loading|cannot open|not found|No usable sandbox|Missing X server|ProcessSingleton/i;

export class ChromeChild {
  readonly transport: ConnectionTransport;
  readonly ended: Promise<string>;
  readonly #process: ChildProcess;
  #printed = '';

  constructor(path: string, args: readonly string[], environment: NodeJS.ProcessEnv) {
    // Its own process group, so that it can be killed whole and Ctrl-C does not reach it.
    const options = { env: environment, detached: process.platform !== 'win32' };
    this.#process = spawn(path, args, { ...options, stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] });
    this.ended = new Promise((resolve) => {
      this.#process.once('error', (cause) => resolve(cause.message));
      this.#process.once('exit', (code, signal) =>
        resolve(signal ? `It ended by ${signal}.` : `It ended with ${code}.`),
      );
    });
    const [, , printed, input, output] = this.#process.stdio ?? [];
    if (!input || !output) {
      throw new BtcpError('browser_unavailable', `${path} could not be started: no more files can be opened.`, {
        hint: 'Raise the limit of open files (ulimit -n), or close some sessions.',
      });
    }
    this.transport = new PipeTransport(input as Writable, output as Readable);
    printed?.on('data', (chunk: Buffer) => {
      this.#printed = (this.#printed + chunk.toString()).slice(-KEPT_CHARACTERS);
    });
    endWithUs(this);
  }

  get complaint(): string {
    const lines = this.#printed.split('\n').filter((line) => line.trim() !== '');
    const reasons = lines.filter((line) => REASON.test(line));
    return (reasons.length > 0 ? reasons.slice(0, 3) : lines.slice(-3)).join('\n');
  }

  kill(): void {
    const { pid } = this.#process;
    if (pid === undefined) return;
    try {
      process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
    } catch {
      // It has ended already.
    }
  }
}

const running = new Set<ChromeChild>();

// A Chrome that hangs does not end with its pipe.
function endWithUs(child: ChromeChild): void {
  if (running.size === 0) process.on('exit', killAll);
  running.add(child);
  void child.ended.then(() => {
    running.delete(child);
    if (running.size === 0) process.off('exit', killAll);
  });
}

function killAll(): void {
  for (const child of running) child.kill();
}
