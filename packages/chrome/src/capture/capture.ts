import { within } from '@btcp/protocol';
import type { Captured, ConsoleEntry, NetworkEntry, ScriptContext } from '@btcp/tools';
import type { CDPSession } from 'puppeteer-core';
import type { Emulation } from '../emulation/emulation.js';
import type { Routes } from '../network/routes.js';
import type { ExplainFailure } from '../policy/connection-failure.js';
import { BoundedLog } from './bounded-log.js';
import type { Connection } from './connection.js';
import { collectConsole, type PendingEntry } from './console-collector.js';
import { collectNetwork } from './network-collector.js';
import { OpenRequests } from './open-requests.js';
import { type RequestRecord, RequestRecords } from './request-records.js';
import { collectSockets } from './socket-collector.js';
import type { LoadText } from './sources/source-map.js';
import { Sources } from './sources/sources.js';

const MAX_ENTRIES = 2_000;
const MAX_CHARACTERS = 16_000_000;
// How long to wait for whole values; a blocked page has only previews.
const COMPLETION_MS = 3_000;

const AUTO_ATTACH = {
  autoAttach: true,
  waitForDebuggerOnStart: true,
  flatten: true,
  filter: [{ type: 'service_worker', exclude: true }, { type: 'page', exclude: true }, {}],
};

export interface CaptureOptions {
  connection: Connection;
  emulation: Emulation;
  routes: Routes;
  explain: ExplainFailure;
}

export class Capture {
  readonly #console = new BoundedLog<PendingEntry>(MAX_ENTRIES, MAX_CHARACTERS, ({ entry }) => entry.text.length);
  readonly #network = new BoundedLog<NetworkEntry>(MAX_ENTRIES, MAX_CHARACTERS, ({ url }) => url.length);

  readonly #open = new OpenRequests();
  readonly #sources = new Sources();
  readonly #connection: Connection;
  readonly #emulation: Emulation;
  readonly #routes: Routes;
  readonly #explain: ExplainFailure;
  readonly records = new RequestRecords();

  constructor({ connection, emulation, routes, explain }: CaptureOptions) {
    this.#connection = connection;
    this.#emulation = emulation;
    this.#routes = routes;
    this.#explain = explain;
  }

  /** `script` is the request for the script of a worker that nobody could pause before it ran. */
  async watch(cdp: CDPSession, context: ScriptContext, script?: string): Promise<void> {
    cdp.on('Target.attachedToTarget', ({ sessionId, targetInfo, waitingForDebugger }) => {
      const child = cdp.connection()?.session(sessionId);
      if (!child) return;
      const inside: ScriptContext = targetInfo.type === 'iframe' ? context : { ...context, context: 'worker' };
      void this.watch(child, inside).catch(() => {});
      // Not after their answers: some commands of `watch` wait for this.
      if (waitingForDebugger) child.send('Runtime.runIfWaitingForDebugger').catch(() => {});
    });
    collectSockets(cdp, context, this.#network, this.#explain);
    await Promise.all([
      collectConsole(cdp, context, this.#console),
      // Workers in old versions of Chrome have no network domain.
      collectNetwork(cdp, context, {
        log: this.#network,
        open: this.#open,
        records: this.records,
        explain: this.#explain,
        script,
      }).catch(() => {}),
      this.#connection.follow(cdp).catch(() => {}),
      this.#emulation.follow(cdp, context).catch(() => {}),
      this.#routes.follow(cdp).catch(() => {}),
      cdp.send('Target.setAutoAttach', AUTO_ATTACH).catch(() => {}),
    ]);
  }

  /** How often it was paused, for recordings that must not span a person's drive. */
  pauses = 0;

  get isPaused(): boolean {
    return this.#network.isPaused;
  }

  setPaused(isPaused: boolean): void {
    if (isPaused) this.pauses++;
    this.#console.isPaused = isPaused;
    this.#network.isPaused = isPaused;
    this.#routes.setPaused(isPaused, 'driven');
  }

  /** Pages must not be answered by the agent while they are loaded again to be rid of what it left in them. */
  setEntering(isEntering: boolean): void {
    this.#routes.setPaused(isEntering, 'entering');
  }

  /** With stacks by source maps; `load` gets those that are files. */
  async console(load: LoadText | undefined): Promise<Captured<ConsoleEntry>> {
    const { entries, dropped } = this.#console.read();
    await within(Promise.all(entries.map(({ complete }) => complete)), COMPLETION_MS, () => []);
    const located = load ? await this.#sources.locate(entries, load) : entries.map(({ entry }) => entry);
    return { entries: located, dropped };
  }

  mark(): { console: number; network: number } {
    return { console: this.#console.added, network: this.#network.added };
  }

  since(mark: { console: number; network: number }): { console: PendingEntry[]; network: NetworkEntry[] } {
    return { console: this.#console.since(mark.console), network: this.#network.since(mark.network) };
  }

  clearConsole(): number {
    return this.#console.clear();
  }

  /** By the time they were sent: sessions of pages and workers report in no common order. */
  network(): Captured<NetworkEntry> {
    const { entries, dropped } = this.#network.read();
    return { entries: entries.sort((one, other) => one.time - other.time), dropped };
  }

  request(id: number): { entry: NetworkEntry; record: RequestRecord } | undefined {
    const entry = this.#network.read().entries.find((each) => each.id === id);
    const record = entry && this.records.get(entry);
    return entry && record ? { entry, record } : undefined;
  }

  clearNetwork(): number {
    return this.#network.clear();
  }
}
