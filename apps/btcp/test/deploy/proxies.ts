import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../../../../scripts/proxies.mjs';

/** The text of the deploy guide. */
export const GUIDE = readFileSync(new URL('../../../../docs/guides/deploy.md', import.meta.url), 'utf8');

/** The blocks of one language in the deploy guide. */
export function guideBlocks(language: string): string[] {
  return [...GUIDE.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, code = '']) => code,
  );
}

// Below the ports that the system hands out: other tests ask for any, and every connection has one.
const FIRST_PORT = 20_000;
const PORTS = 12_000;

/** A port that stays free until a program takes it, and while that program restarts. */
export async function freePort(): Promise<number> {
  const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
  });
  if (!isFree) return freePort();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Where a proxy listens, and what it serves. */
export interface Route {
  port: number;
  /** Host and port of the server. */
  upstream: string;
}

interface ProxyKind {
  language: string;
  /** What the guide's addresses and paths are here; each has to occur in it. */
  replacements(route: Route, folder: string): [from: string, to: string][];
  /** What the operating system's own configuration has around the block. */
  around(block: string, folder: string): string;
  command(file: string, folder: string): string[];
}

const KINDS = {
  caddy: {
    language: 'caddyfile',
    replacements: ({ port, upstream }) => [
      ['browser.example.com {', `https://localhost:${port} {`],
      ['127.0.0.1:4700', upstream],
    ],
    around: (block, folder) =>
      `{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n\tstorage file_system ${folder}\n}\n${block}`,
    command: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
  nginx: {
    language: 'nginx',
    replacements: ({ port, upstream }, folder) => [
      ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
      ['server_name browser.example.com', 'server_name localhost'],
      ['/etc/btcp/', `${folder}/`],
      ['127.0.0.1:4700', upstream],
    ],
    around: (block, folder) =>
      `daemon off; master_process off; pid ${folder}/pid; events {}
       http { access_log off; ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
       ${block} }`,
    command: (file, folder) => ['-p', folder, '-e', 'stderr', '-c', file],
  },
  haproxy: {
    language: 'haproxy',
    replacements: ({ port, upstream }, folder) => [
      ['bind :443', `bind 127.0.0.1:${port}`],
      ['browser.example.com', `localhost:${port}`],
      ['/etc/haproxy/', `${folder}/`],
      ['127.0.0.1:4700', upstream],
    ],
    around: (block) => block,
    command: (file) => ['-db', '-f', file],
  },
} as const satisfies Record<string, ProxyKind>;

export type ProxyName = keyof typeof KINDS;
export const PROXY_NAMES = Object.keys(KINDS) as ProxyName[];

/** One of the configurations in the deploy guide: for a name of its own, or for a path. */
export type Variant = 'name' | 'path';

/** A real proxy, which can be stopped and started again. */
export class RealProxy implements AsyncDisposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'btcp-proxy-'));
  readonly #program: string;
  readonly #command: string[];
  readonly #port: number;
  #process: ChildProcess | undefined;
  #log = '';

  constructor(name: ProxyName, variant: Variant, route: Route) {
    const kind: ProxyKind = KINDS[name];
    const blocks = guideBlocks(kind.language);
    let block = blocks[variant === 'name' ? 0 : 1] ?? '';
    for (const [from, to] of kind.replacements(route, this.#folder)) {
      if (!block.includes(from)) throw new Error(`The guide's configuration of ${name} has no "${from}".`);
      block = block.replaceAll(from, to);
    }
    this.#makeCertificate();
    const file = join(this.#folder, 'configuration');
    writeFileSync(file, kind.around(block, this.#folder));
    this.#program = findProgram(name) ?? name;
    this.#command = kind.command(file, this.#folder);
    this.#port = route.port;
  }

  /** Resolves when it accepts connections. */
  async start(): Promise<void> {
    const child = spawn(this.#program, this.#command, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, HOME: this.#folder, XDG_DATA_HOME: this.#folder, XDG_CONFIG_HOME: this.#folder },
    });
    this.#process = child;
    for (const output of [child.stdout, child.stderr]) output.on('data', (text) => (this.#log += text));
    let hasEnded = false;
    child.once('exit', () => (hasEnded = true));
    while (!(await this.#answers())) {
      if (hasEnded) throw new Error(`${this.#program} ended: ${this.#log.slice(-2_000)}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async stop(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #answers(): Promise<boolean> {
    return fetch(`https://localhost:${this.#port}/`).then(
      async (response) => {
        await response.body?.cancel();
        return true;
      },
      () => false,
    );
  }

  // As the guide makes one, without a name.
  #makeCertificate(): void {
    const [command = ''] = /^openssl req [^`]*?\n(?=cat )/m.exec(GUIDE) ?? [];
    const script = `${command}cat fullchain.pem privkey.pem > btcp.pem`;
    execFileSync('sh', ['-c', script], { cwd: this.#folder, stdio: 'ignore' });
  }
}
