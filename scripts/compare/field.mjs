// All contenders at once: installed, started, and asked in turn.
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CONTENDERS } from './contenders.mjs';
import { startServer } from './mcp-process.mjs';
import { servePages } from './pages.mjs';

/**
 * @typedef {import('./contenders.mjs').Contender} Contender
 * @typedef {import('./measures.mjs').Runner} Runner
 */

const execute = promisify(execFile);

export class Field {
  #folder = mkdtempSync(join(tmpdir(), 'btcp-compare-'));
  /** @type {Runner[]} */
  #running = [];
  /** @type {Awaited<ReturnType<typeof servePages>> | undefined} */
  #pages;

  /**
   * @param {string} root of the repository
   * @param {string} chrome
   */
  constructor(root, chrome) {
    const folder = this.#folder;
    this.places = {
      root,
      chrome,
      peers: join(folder, 'peers'),
      home: join(folder, 'home'),
      session: `p${process.pid}`,
    };
    mkdirSync(this.places.peers);
  }

  async install() {
    const { root, peers } = this.places;
    const packages = CONTENDERS.flatMap(({ install }) => install ?? []);
    await execute('npm', ['install', '--prefix', peers, '--ignore-scripts', '--no-save', ...packages]);
    // The script that would do this was not run.
    const binaries = join(peers, 'node_modules/agent-browser/bin');
    for (const name of readdirSync(binaries)) chmodSync(join(binaries, name), 0o755);
    const site = join(this.#folder, 'site');
    await execute(process.execPath, [join(root, 'site/build.mjs'), site]);
    this.#pages = await servePages(site);
  }

  get origin() {
    return this.#pages?.origin ?? '';
  }

  /**
   * @param {Contender} contender
   * @returns {Promise<Runner>}
   */
  async start(contender) {
    const server = await startServer({ ...contender.start(this.places), folder: this.#folder });
    await contender.begin?.(server.call);
    return { contender, server, call: server.call, origin: this.origin };
  }

  async startAll() {
    for (const contender of CONTENDERS) this.#running.push(await this.start(contender));
  }

  /**
   * What each contender gives, by its name.
   * @template Value
   * @param {(runner: Runner) => Promise<Value>} measure
   */
  async each(measure) {
    /** @type {Record<string, Value>} */
    const values = {};
    for (const runner of this.#running) values[runner.contender.name] = await measure(runner);
    return values;
  }

  /**
   * Runs a command of a shell, where the contender has one.
   * @param {Contender} contender
   * @param {Contender['command']} [command]
   */
  async shell({ command: own }, command = own) {
    if (!command) return;
    const { command: program, parameters, environment } = command(this.places);
    await execute(program, parameters, { env: { ...process.env, ...environment } });
  }

  async close() {
    for (const { contender, server } of this.#running) {
      await contender.end?.(server.call);
      await server.stop();
    }
    this.#pages?.close();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
