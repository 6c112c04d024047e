import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { BtcpError } from '@btcp/protocol';
import type { ConnectionTransport } from 'puppeteer-core';
import { PipeTransport } from './pipe-transport.js';

/** As much of the end of what Chrome prints as is kept. */
const KEPT_CHARACTERS = 8_000;

/** Of all that Chrome prints, the lines that say why it did not start. */
const REASON = /FATAL|error while loading|cannot open|not found|No usable sandbox|Missing X server|ProcessSingleton/i;

/** A Chrome that was started by us, and the pipe to it. */
export class ChromeChild {
  readonly transport: ConnectionTransport;
  /** Comes when the process has ended, with how. */
  readonly ended: Promise<string>;
  readonly #process: ChildProcess;
  #printed = '';

  constructor(path: string, args: readonly string[], environment: NodeJS.ProcessEnv) {
    // A process group of its own: all of it can be ended at once, and Ctrl-C in a terminal reaches only the server.
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

  /** The lines in which Chrome says why it did not start, or else the last that it printed. */
  get complaint(): string {
    const lines = this.#printed.split('\n').filter((line) => line.trim() !== '');
    const reasons = lines.filter((line) => REASON.test(line));
    return (reasons.length > 0 ? reasons.slice(0, 3) : lines.slice(-3)).join('\n');
  }

  /** Ends Chrome and all its processes at once. */
  kill(): void {
    const { pid } = this.#process;
    if (pid === undefined) return;
    try {
      process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}

const running = new Set<ChromeChild>();

/** Chrome ends by itself when its pipe is closed, but only when it is well. */
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
