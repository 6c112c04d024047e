import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { findPostgres } from '../../../../scripts/proxies.mjs';
import { freePort } from '../deploy/proxies.ts';

export const PASSWORD = 'a-password-that-nobody-may-read';
const PATIENT = { timeout: 60_000, interval: 100 };

/** A real PostgreSQL, which can be stopped and started again with its data. */
export class TestPostgres {
  readonly folder = mkdtempSync(join(tmpdir(), 'btcp-postgres-'));
  readonly #data = join(this.folder, 'data');
  // It refuses to run as root.
  readonly #user = process.getuid?.() === 0 ? otherUser() : {};
  #process: ChildProcess | undefined;
  port = 0;

  url(name: string, parameters = ''): string {
    return `postgres://btcp:${PASSWORD}@127.0.0.1:${this.port}/${name}${parameters}`;
  }

  async start(...settings: string[]): Promise<void> {
    if (this.port === 0) this.#initialize();
    this.port ||= await freePort();
    const given = [`port=${this.port}`, `unix_socket_directories=${this.folder}`, 'fsync=off', ...settings];
    const args = ['-D', this.#data, ...given.flatMap((each) => ['-c', each])];
    const child = spawn(this.#program('postgres'), args, { stdio: ['ignore', 'ignore', 'pipe'], ...this.#user });
    child.stderr.resume();
    this.#process = child;
    await vi.waitFor(() => this.sql('postgres', 'SELECT 1'), PATIENT);
  }

  /** `isAtOnce` as a machine that loses its power does. */
  async stop(isAtOnce = false): Promise<void> {
    const child = this.#process;
    if (!child) return;
    this.#process = undefined;
    child.kill(isAtOnce ? 'SIGQUIT' : 'SIGINT');
    await once(child, 'exit');
  }

  /** A new and empty database. */
  create(name: string): string {
    this.sql('postgres', `CREATE DATABASE ${name}`);
    return this.url(name);
  }

  sql(database: string, text: string): string {
    const args = ['-X', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-d', this.url(database), '-c', text];
    return execFileSync(this.#program('psql'), args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
  }

  /** Runs a statement in a session of its own; what it locks is held until the session is disposed of. */
  async hold(database: string, text: string): Promise<AsyncDisposable> {
    const child = spawn(this.#program('psql'), ['-X', '-q', '-A', '-t', '-d', this.url(database)], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    child.stdin.write(`${text};\nSELECT 'held';\n`);
    await new Promise<void>((resolve) => {
      child.stdout.setEncoding('utf8').on('data', (said: string) => said.includes('held') && resolve());
    });
    return {
      async [Symbol.asyncDispose]() {
        child.stdin.end();
        await once(child, 'close');
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop(true);
    rmSync(this.folder, { recursive: true, force: true });
  }

  #initialize(): void {
    chmodSync(this.folder, 0o700);
    if (this.#user.uid !== undefined) chownSync(this.folder, this.#user.uid, this.#user.gid ?? -1);
    const file = join(this.folder, 'password');
    writeFileSync(file, PASSWORD);
    const args = ['-D', this.#data, '-U', 'btcp', '-A', 'scram-sha-256', `--pwfile=${file}`, '--no-sync', '-E', 'UTF8'];
    const options = { encoding: 'utf8', ...this.#user } as const;
    const { status, stderr } = spawnSync(this.#program('initdb'), [...args, '--locale=C.UTF-8'], options);
    if (status !== 0) throw new Error(`initdb failed: ${stderr}`);
  }

  #program(name: string): string {
    return join(findPostgres() ?? '', name);
  }
}

function otherUser(): { uid?: number; gid?: number } {
  for (const name of ['postgres', 'nobody']) {
    const { status, stdout } = spawnSync('id', ['-u', name], { encoding: 'utf8' });
    const group = spawnSync('id', ['-g', name], { encoding: 'utf8' }).stdout;
    if (status === 0) return { uid: Number(stdout), gid: Number(group) };
  }
  return {};
}
