import type { NetworkEntry } from '@btcp/tools';

const MAX_OPEN = 5_000;

interface OpenRequest {
  entry: NetworkEntry;
  // Chrome's own clock, in seconds.
  sentAt: number;
  // Known also where the response itself was reported before anybody listened: the script of a shared worker.
  wireStatus?: number;
}

/** Requests under way in a whole browser: the page sends for a worker's script, and the worker's session reports its end. */
export class OpenRequests {
  readonly #requests = new Map<string, OpenRequest>();

  get(requestId: string): OpenRequest | undefined {
    return this.#requests.get(requestId);
  }

  set(requestId: string, request: OpenRequest): void {
    this.#requests.set(requestId, request);
    if (this.#requests.size <= MAX_OPEN) return;
    const [oldest] = this.#requests.keys();
    if (oldest !== undefined) this.#requests.delete(oldest);
  }

  delete(requestId: string): void {
    this.#requests.delete(requestId);
  }
}
