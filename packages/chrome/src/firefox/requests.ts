import type { NetworkEntry } from '@btcp/tools';
import type { HTTPRequest, Page } from 'puppeteer-core';
import { BoundedLog } from '../capture/bounded-log.js';

const MAX_ENTRIES = 1_000;
const MAX_CHARACTERS = 1_000_000;

// BiDi does not report what a request is for; its headers do, to https and to this machine.
const TYPES: Readonly<Record<string, string>> = { empty: 'fetch', iframe: 'document', style: 'stylesheet' };

function typeOf(request: HTTPRequest): string {
  const { 'sec-fetch-dest': purpose = 'other' } = request.headers();
  return request.isNavigationRequest() ? 'document' : (TYPES[purpose] ?? purpose);
}

export class FirefoxRequests {
  readonly #log = new BoundedLog<NetworkEntry>(MAX_ENTRIES, MAX_CHARACTERS, ({ url }) => url.length);
  readonly #open = new WeakMap<HTTPRequest, NetworkEntry>();

  constructor(page: Page, tab: string) {
    page.on('request', (request) => {
      if (request.url().startsWith('data:')) return;
      const entry: NetworkEntry = {
        context: 'page',
        tab,
        url: request.url(),
        method: request.method(),
        type: typeOf(request),
        time: Date.now(),
      };
      this.#open.set(request, entry);
      this.#log.add(entry);
    });
    page.on('response', (response) => {
      const entry = this.#open.get(response.request());
      if (!entry) return;
      entry.status = response.status();
      entry.responseTime = Date.now() - entry.time;
      const contentType = response.headers()['content-type'];
      if (contentType !== undefined) entry.contentType = contentType;
      entry.source = response.fromServiceWorker() ? 'service worker' : response.fromCache() ? 'disk cache' : 'network';
    });
    page.on('requestfinished', (request) => this.#finish(request, {}));
    page.on('requestfailed', (request) =>
      this.#finish(request, { failure: request.failure()?.errorText || 'the connection failed' }),
    );
  }

  read() {
    return this.#log.read();
  }

  clear(): number {
    return this.#log.clear();
  }

  #finish(request: HTTPRequest, outcome: Partial<NetworkEntry>): void {
    const entry = this.#open.get(request);
    if (entry) Object.assign(entry, { duration: Date.now() - entry.time }, outcome);
  }
}
