import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { AccessOptions } from '@btcp/host';
import { BtcpError } from '@btcp/tools';
import type { ServerAddress } from '../client/server-client.js';
import { OWN_COMMAND } from '../own-command.js';
import { RemoteHost } from './remote-host.js';

/** An agent's browser in a process of its own, which ends with this one, however that ends. */
export class ProcessHost extends RemoteHost {
  readonly #child: { current: ChildProcess | undefined };

  constructor(flags: readonly string[], access: AccessOptions) {
    const child: { current: ChildProcess | undefined } = { current: undefined };
    let starting: Promise<ServerAddress> | undefined;
    super(() => {
      starting ??= start(flags, (started) => {
        child.current = started;
        started.once('exit', () => {
          starting = undefined;
        });
      }).catch((thrown) => {
        starting = undefined;
        throw thrown;
      });
      return starting;
    }, access);
    this.#child = child;
  }

  override get isActive(): boolean {
    return this.#child.current?.exitCode === null;
  }

  override async close(): Promise<void> {
    const { current } = this.#child;
    if (!current || current.exitCode !== null) return;
    const ended = new Promise((resolve) => current.once('exit', resolve));
    current.kill('SIGTERM');
    await ended;
  }
}

/** What the variables say of this server's own address and life is not for its children. */
function environment(): NodeJS.ProcessEnv {
  const { BTCP_STREAM_PORT: _, AGENT_BROWSER_STREAM_PORT: _port, BTCP_LINGER: _linger, ...rest } = process.env;
  return rest;
}

async function start(flags: readonly string[], onStarted: (child: ChildProcess) => void): Promise<ServerAddress> {
  const [program, script] = OWN_COMMAND;
  const args = [script, 'serve', '--host', '127.0.0.1', '--port', '0', '--json', '--ownership', 'single', ...flags];
  // The channel tells the child when this process is gone.
  const child = spawn(program, args, { env: environment(), stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  onStarted(child);
  const { stdout } = child;
  return new Promise((resolve, reject) => {
    if (stdout) createInterface(stdout).once('line', (line) => resolve(JSON.parse(line)));
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(
        new BtcpError('browser_unavailable', `The agent's host ended with ${code} before it was ready.`, {
          hint: 'Run btcp serve to see why.',
        }),
      ),
    );
  });
}
