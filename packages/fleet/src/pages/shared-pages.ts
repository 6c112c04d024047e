import { type RequestOptions, RpcError } from '@btcp/protocol';
import type { Entry } from '../buckets/bucket.js';
import type { GatewayRecord, PageRecord } from '../buckets/records.js';
import { type Bus, PAGE_TTL_MS } from '../nats/bus.js';
import { OwnPageRecords } from './own-page-records.js';
import { PageLine } from './page-line.js';
import { pageIn, type SharedPage } from './shared-page.js';

/** How a server of a fleet shares connected pages with the others. */
export interface SharedPagesOptions {
  bus: Bus;
  key: Buffer;
  id: string;
  request(sessionId: string, method: string, params: unknown, options: RequestOptions): Promise<unknown>;
  onPage(page: SharedPage & { request: PageRequest }): void;
  onGone(sessionId: string): void;
  onTooLarge(sessionId: string): void;
}

type PageRequest = (method: string, params: unknown, options?: RequestOptions) => Promise<unknown>;

interface SeenPage {
  gateway: string;
  page: SharedPage;
  isShown: boolean;
}

const PAGE_METHODS = new Set(['tools/call', 'capabilities/list', 'capabilities/request']);
const CHECK_MS = 500;
const GONE = 'the server of the page is gone';

/** Where every connected page of a fleet is: a page is called through any server, whichever it is connected to. */
export class SharedPages {
  readonly #options: SharedPagesOptions;
  readonly #line: PageLine;
  readonly #own: OwnPageRecords;
  readonly #pages = new Map<string, SeenPage>();
  readonly #byGateway = new Map<string, Set<string>>();
  readonly #gateways = new Map<string, number>();
  readonly #timers: NodeJS.Timeout[] = [];
  #stops: (() => void)[] = [];

  private constructor(options: SharedPagesOptions) {
    this.#options = options;
    this.#line = new PageLine({ ...options, handle: (method, params, call) => this.#handle(method, params, call) });
    this.#own = new OwnPageRecords(options);
  }

  static async join(options: SharedPagesOptions): Promise<SharedPages> {
    const shared = new SharedPages(options);
    await shared.#follow();
    options.bus.onReturn(() => void shared.#follow().catch(() => {}));
    shared.#timers.push(setInterval(() => shared.#checkGateways(), CHECK_MS));
    return shared;
  }

  changed(page: SharedPage): void {
    this.#unsee(page.sessionId);
    this.#own.changed(page);
  }

  ended(sessionId: string): void {
    this.#own.ended(sessionId);
  }

  async leave(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    for (const stop of this.#stops) stop();
    await this.#own.leave();
  }

  async #follow(): Promise<void> {
    const { bus } = this.#options;
    for (const stop of this.#stops.splice(0)) stop();
    this.#stops = await Promise.all([
      bus.gateways.watch((id, entry) => this.#sawGateway(id, entry)),
      bus.pages.watch((id, entry) => this.#sawPage(id, entry)),
    ]);
    this.#own.writeAll();
  }

  #sawGateway(id: string, entry: Entry<GatewayRecord> | undefined): void {
    if (entry) {
      this.#gateways.set(id, performance.now());
      for (const sessionId of this.#byGateway.get(id) ?? []) this.#show(sessionId);
    } else this.#lostGateway(id);
  }

  #sawPage(sessionId: string, entry: Entry<PageRecord> | undefined): void {
    const { key, id } = this.#options;
    if (entry?.value.gateway === id || (entry && !this.#own.yields(sessionId, entry.revision))) return;
    const page = entry && pageIn(key, sessionId, entry.value);
    if (page) this.#know(entry.value.gateway, page);
    else this.#forget(sessionId);
  }

  #know(gateway: string, page: SharedPage): void {
    const { sessionId } = page;
    const before = this.#pages.get(sessionId);
    if (before && before.gateway !== gateway) this.#unsee(sessionId);
    this.#pages.set(sessionId, { gateway, page, isShown: false });
    const others = this.#byGateway.get(gateway) ?? new Set();
    this.#byGateway.set(gateway, others.add(sessionId));
    this.#show(sessionId);
  }

  // A page is shown while its gateway is there.
  #show(sessionId: string): void {
    const seen = this.#pages.get(sessionId);
    if (!seen || seen.isShown || !this.#isThere(seen.gateway)) return;
    seen.isShown = true;
    const { gateway, page } = seen;
    const request: PageRequest = (method, params, options) =>
      this.#line.request(gateway, method, { sessionId, params, timeout: options?.timeout }, options);
    this.#options.onPage({ ...page, request });
  }

  #forget(sessionId: string): void {
    const isShown = this.#pages.get(sessionId)?.isShown;
    this.#unsee(sessionId);
    if (isShown) this.#options.onGone(sessionId);
  }

  #unsee(sessionId: string): void {
    const seen = this.#pages.get(sessionId);
    this.#pages.delete(sessionId);
    if (seen) this.#byGateway.get(seen.gateway)?.delete(sessionId);
  }

  #isThere(gateway: string): boolean {
    const at = this.#gateways.get(gateway);
    return at !== undefined && performance.now() - at < this.#options.bus.leaseTtl;
  }

  // While NATS is away nobody can renew: nothing is known of who is there.
  #checkGateways(): void {
    const { bus } = this.#options;
    if (!bus.isUp || bus.upForMs < bus.leaseTtl) return;
    for (const [gateway, at] of this.#gateways) {
      if (!this.#isThere(gateway)) this.#lostGateway(gateway);
      if (performance.now() - at > PAGE_TTL_MS) this.#gateways.delete(gateway);
    }
  }

  // Its pages are kept: it may only have been cut off for a moment.
  #lostGateway(gateway: string): void {
    this.#line.drop(gateway, GONE);
    const isOver = performance.now() - (this.#gateways.get(gateway) ?? 0) > PAGE_TTL_MS;
    for (const sessionId of [...(this.#byGateway.get(gateway) ?? [])]) {
      const seen = this.#pages.get(sessionId);
      if (seen?.isShown) this.#options.onGone(sessionId);
      if (seen) seen.isShown = false;
      if (isOver) this.#unsee(sessionId);
    }
    if (isOver) this.#byGateway.delete(gateway);
  }

  #handle(method: string, params: Record<string, unknown>, { signal }: { signal: AbortSignal }): Promise<unknown> {
    const { sessionId, params: asked, timeout } = params;
    if (typeof sessionId !== 'string' || !PAGE_METHODS.has(method)) throw new RpcError('METHOD_NOT_FOUND', method);
    const limit = typeof timeout === 'number' ? { timeout } : {};
    return this.#options.request(sessionId, method, asked, { signal, ...limit });
  }
}
