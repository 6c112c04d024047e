import type { NetworkEntry } from '@btcp/tools';
import type { CDPSession, Protocol } from 'puppeteer-core';

const MAX_HEADERS = 200;
const MAX_VALUE = 8_192;

/** What Chrome reports about a request, apart from what the log shows of it. */
export interface RequestRecord {
  cdp: CDPSession;
  requestId: string;
  hasBody: boolean;
  requestHeaders: Record<string, string>;
  response?: Pick<Protocol.Network.Response, 'statusText' | 'protocol' | 'timing' | 'mimeType'>;
  responseHeaders: Record<string, string>;
  /** Bytes after unpacking. */
  received: number;
  isDone: boolean;
}

/** Records live as long as their entries. */
export class RequestRecords {
  readonly #records = new WeakMap<NetworkEntry, RequestRecord>();
  #last = 0;
  onDone: ((entry: NetworkEntry, record: RequestRecord) => void) | undefined;

  nextId(): number {
    return ++this.#last;
  }

  get(entry: NetworkEntry): RequestRecord | undefined {
    return this.#records.get(entry);
  }

  add(entry: NetworkEntry, cdp: CDPSession, requestId: string, request: Protocol.Network.Request): void {
    this.#records.set(entry, {
      cdp,
      requestId,
      hasBody: request.hasPostData ?? false,
      requestHeaders: bounded(request.headers),
      responseHeaders: {},
      received: 0,
      isDone: false,
    });
  }

  answered(entry: NetworkEntry, { headers, statusText, protocol, timing, mimeType }: Protocol.Network.Response): void {
    const record = this.#records.get(entry);
    if (!record) return;
    record.responseHeaders = bounded(headers);
    record.response = { statusText, mimeType, ...(protocol ? { protocol } : {}), ...(timing ? { timing } : {}) };
  }

  received(entry: NetworkEntry, bytes: number): void {
    const record = this.#records.get(entry);
    if (record) record.received += bytes;
  }

  done(entry: NetworkEntry): void {
    const record = this.#records.get(entry);
    if (!record || record.isDone) return;
    record.isDone = true;
    this.onDone?.(entry, record);
  }
}

function bounded(headers: Protocol.Network.Headers): Record<string, string> {
  const entries = Object.entries(headers).slice(0, MAX_HEADERS);
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), String(value).slice(0, MAX_VALUE)]));
}
