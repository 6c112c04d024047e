import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { within } from '@btcp/protocol';
import { BtcpError } from '@btcp/tools';
import type { ServerAddress } from '../client/server-client.js';
import { commandLine, OWN_COMMAND } from '../system/own-command.js';
import { RemoteHost, type RemoteHostOptions } from './remote-host.js';

export interface ProcessHostOptions extends Omit<RemoteHostOptions, 'address'> {
  flags: readonly string[];
  environment: NodeJS.ProcessEnv;
}

const START_MS = 60_000;
// Its Chrome writes logins to the profile as it ends.
const END_MS = 7_000;
// The exit of a process is reported a moment after its connections break.
const EXIT_MS = 2_000;

export class ProcessHost extends RemoteHost {
  readonly #child: Child;

  constructor({ flags, environment, ...options }: ProcessHostOptions) {
    const child = new Child(flags, environment);
    super({ ...options, address: () => child.address(), onLost: () => child.ending() });
    this.#child = child;
  }

  override get isActive(): boolean {
    return this.#child.isRunning;
  }

  override async close(): Promise<void> {
    await super.close();
    await this.#child.end();
  }
}

class Child {
  readonly #flags: readonly string[];
  readonly #environment: NodeJS.ProcessEnv;
  #process: ChildProcess | undefined;
  #starting: Promise<ServerAddress> | undefined;

  constructor(flags: readonly string[], environment: NodeJS.ProcessEnv) {
    this.#flags = flags;
    this.#environment = environment;
  }

  get isRunning(): boolean {
    return this.#process !== undefined;
  }

  address(): Promise<ServerAddress> {
    this.#starting ??= this.#start();
    return this.#starting;
  }

  // Without the wait, the next call would still use the dead process.
  async ending(): Promise<void> {
    const child = this.#process;
    if (!child) return;
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    await within(exited, EXIT_MS, () => {});
  }

  async end(): Promise<void> {
    const child = this.#process;
    if (!child) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), END_MS);
    await ended;
    clearTimeout(timer);
  }

  #start(): Promise<ServerAddress> {
    const [program, script] = OWN_COMMAND;
    const args = [script, 'serve', '--host', '127.0.0.1', '--port', '0', '--json', '--ownership', 'single'];
    const child = spawn(program, [...args, ...this.#flags], {
      env: {
        ...inherited(),
        ...this.#environment,
        BTCP_AGENT_HOST: '1',
        BTCP_TOKEN: randomBytes(32).toString('base64url'),
      },
      // The IPC channel closes when this process dies, which ends the child.
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    this.#process = child;
    const gone = () => {
      if (this.#process !== child) return;
      this.#process = undefined;
      this.#starting = undefined;
    };
    return new Promise((resolve, reject) => {
      const failed = (why: string) => {
        gone();
        reject(notReady(why));
      };
      const timer = setTimeout(() => {
        child.kill('SIGKILL');
        failed('did not get ready');
      }, START_MS);
      child.once('error', ({ message }) => {
        clearTimeout(timer);
        failed(`could not be started: ${message}`);
      });
      child.once('exit', (code, signal) => {
        clearTimeout(timer);
        failed(`ended with ${code ?? signal} before it was ready`);
      });
      if (child.stdout === null) return;
      createInterface(child.stdout).once('line', (line) => {
        clearTimeout(timer);
        try {
          resolve(JSON.parse(line));
        } catch {
          child.kill('SIGKILL');
          failed('did not print its address');
        }
      });
    });
  }
}

function inherited(): NodeJS.ProcessEnv {
  const own = ['BTCP_STREAM_PORT', 'AGENT_BROWSER_STREAM_PORT', 'BTCP_LINGER', 'BTCP_NO_AUTH'];
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.includes(name)));
}

function notReady(why: string): BtcpError {
  return new BtcpError('browser_unavailable', `The agent's host ${why}.`, {
    hint: `Run ${commandLine('serve')} to see why.`,
  });
}
