import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveChrome } from '@btcp/chrome';

/** A Chrome as a person starts one for others to connect to. */
export class RunningChrome {
  readonly profile: string;
  readonly port: number;
  /** Of the WebSocket that drives it. */
  readonly path: string;
  readonly #kill: () => Promise<void>;

  private constructor(profile: string, port: number, path: string, kill: () => Promise<void>) {
    this.profile = profile;
    this.port = port;
    this.path = path;
    this.#kill = kill;
  }

  /** `address` is that of a page with a title. */
  static async start(address: string, profile = mkdtempSync(join(tmpdir(), 'btcp-person-'))): Promise<RunningChrome> {
    const { path, environment } = await resolveChrome();
    const flags = ['--headless=new', '--no-sandbox', '--no-first-run', '--disable-gpu', '--disable-dev-shm-usage'];
    const child = spawn(path, [...flags, '--remote-debugging-port=0', `--user-data-dir=${profile}`, address], {
      env: { ...process.env, ...environment },
      stdio: 'ignore',
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const kill = async () => {
      child.kill('SIGKILL');
      await ended;
    };
    const file = join(profile, 'DevToolsActivePort');
    const written = async () => (await readFile(file, 'utf8').catch(() => '')).split('\n');
    let lines = await written();
    while (!lines[1]?.startsWith('/devtools/') && child.exitCode === null) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      lines = await written();
    }
    const [activePort = '', activePath = ''] = lines;
    const chrome = new RunningChrome(profile, Number(activePort), activePath, kill);
    await chrome.#loaded();
    return chrome;
  }

  /** The addresses of the pages that are open, as Chrome itself lists them. */
  async pages(): Promise<string[]> {
    return (await this.#list()).map(({ url }) => url).sort();
  }

  async #list(): Promise<{ type: string; url: string; title: string }[]> {
    const targets = await (await fetch(`http://127.0.0.1:${this.port}/json/list`)).json();
    return targets.filter(({ type }: { type: string }) => type === 'page');
  }

  // A page that is being loaded has its address for a title, and no cookies yet.
  async #loaded(): Promise<void> {
    const isLoading = async () => (await this.#list()).some(({ url, title }) => title === '' || url.includes(title));
    while (await isLoading()) await new Promise((resolve) => setTimeout(resolve, 50));
  }

  /** Opens a tab as the person does. */
  async open(address: string): Promise<void> {
    await fetch(`http://127.0.0.1:${this.port}/json/new?${address}`, { method: 'PUT' });
  }

  async kill(): Promise<void> {
    await this.#kill();
    await rm(join(this.profile, 'DevToolsActivePort'), { force: true });
  }

  async remove(): Promise<void> {
    await this.#kill();
    // Its helpers end a moment later, and write until then.
    await rm(this.profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
