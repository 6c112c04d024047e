import { type ChildProcess, execFile, type StdioOptions, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { vi } from 'vitest';
import { freePort } from './proxies.ts';

const run = promisify(execFile);

const TOOL = process.env.BTCP_CONTAINER_TOOL ?? 'docker';
// `podman-compose` where there is no Docker.
const [COMPOSE = '', ...COMPOSE_FLAGS] = (process.env.BTCP_COMPOSE ?? 'docker compose').split(' ');

/** The tool that runs single containers. */
export async function containerTool(...parameters: string[]): Promise<string> {
  return (await run(TOOL, parameters)).stdout;
}

/** A compose file under a name and ports of its own. */
export class ComposeProject {
  readonly #flags: string[];

  constructor(name: string, file: string) {
    this.#flags = [...COMPOSE_FLAGS, '--project-name', `${name}-${process.pid}`, '--file', file];
  }

  /** Starts it with images that are there, and returns its address. */
  async up(): Promise<string> {
    const port = await freePort();
    vi.stubEnv('HTTPS_PORT', String(port));
    vi.stubEnv('HTTP_PORT', String(await freePort()));
    // Caddy's own authority vouches for localhost.
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    await this.run('up', '--detach', '--no-build');
    return `https://localhost:${port}`;
  }

  async run(...parameters: string[]): Promise<string> {
    return (await run(COMPOSE, [...this.#flags, ...parameters], { env: process.env })).stdout;
  }

  exec(service: string, ...command: string[]): Promise<string> {
    return this.run('exec', '-T', service, ...command);
  }

  /** A program that goes on inside. */
  start(service: string, command: string[], stdio: StdioOptions): ChildProcess {
    return spawn(COMPOSE, [...this.#flags, 'exec', '-T', service, ...command], { stdio });
  }

  async down(): Promise<void> {
    await this.run('down', '--volumes');
    vi.unstubAllEnvs();
  }
}
