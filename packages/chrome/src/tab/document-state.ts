import type { CDPSession } from 'puppeteer-core';

const MAX_ANSWERS = 50;
const MAX_SCRIPTED = 1_000;

export interface HttpStatus {
  code: number;
  text: string;
}

/** The document of the main frame, as reported by events. */
export class DocumentState {
  url = 'about:blank';
  loading = false;
  /** A navigation was requested and has not begun; it may never begin. */
  departing = false;
  visits = 0;
  asked = 'about:blank';
  #source: string | undefined;
  // Where the page comes from that is about to be shown.
  #next: string | undefined;
  #failure: { loaderId: string; errorText: string } | undefined;
  #loaderId: string | undefined;
  // Documents, by loader id, that came as the answer to a form.
  readonly #posted = new Set<string>();
  readonly #scripted = new Set<string>();
  // By loader id, because Chrome may show a cached document again.
  readonly #answers = new Map<string, HttpStatus>();

  constructor(cdp: CDPSession, frameId: string) {
    cdp.on('Page.frameNavigated', ({ frame }) => {
      if (frame.id !== frameId) return;
      this.#loaderId = frame.loaderId;
      this.visits++;
      this.#source = frame.unreachableUrl === undefined ? frame.url : undefined;
      this.#next = undefined;
      // A page that could not be opened shows Chrome's own error page under the address that was asked for.
      this.url = frame.unreachableUrl ?? frame.url + (frame.urlFragment ?? '');
    });
    cdp.on('Page.navigatedWithinDocument', (event) => {
      if (event.frameId === frameId) this.url = event.url;
    });
    cdp.on('Network.responseReceived', ({ type, loaderId, response, ...event }) => {
      if (type !== 'Document' || event.frameId !== frameId || !/^https?:/.test(response.url)) return;
      // Its scripts may run before Chrome says that it is shown.
      this.#next = response.url;
      // It may be the answer to a visit that comes to nothing, such as a download.
      this.#answers.set(loaderId, { code: response.status, text: response.statusText });
      const [oldest] = this.#answers.keys();
      if (this.#answers.size > MAX_ANSWERS && oldest !== undefined) this.#answers.delete(oldest);
    });
    cdp.on('Network.requestWillBeSent', ({ requestId, loaderId, request, ...event }) => {
      if (requestId !== loaderId || event.frameId !== frameId) return;
      this.asked = request.url;
      // A redirect has the same id, and mostly another method.
      this.#posted.delete(loaderId);
      if (request.method !== 'GET') remember(this.#posted, loaderId, MAX_ANSWERS);
    });
    cdp.on('Network.loadingFailed', ({ requestId, type, errorText }) => {
      if (type === 'Document') this.#failure = { loaderId: requestId, errorText };
    });
    cdp.on('Page.frameRequestedNavigation', (event) => {
      if (event.frameId === frameId && event.disposition === 'currentTab') this.departing = true;
    });
    cdp.on('Page.frameStartedLoading', (event) => {
      if (event.frameId !== frameId) return;
      this.departing = false;
      this.loading = true;
    });
    cdp.on('Page.frameStoppedLoading', (event) => {
      if (event.frameId !== frameId) return;
      this.loading = false;
      this.#next = undefined;
    });
    cdp.on('Page.lifecycleEvent', (event) => {
      if (event.frameId === frameId && event.name === 'load') this.loading = false;
    });
  }

  /** Where the document comes from that the tab shows; undefined for an error page of Chrome's. */
  get source(): string | undefined {
    return this.#next ?? this.#source;
  }

  /** To load it again would send the form again. */
  get isPosted(): boolean {
    return this.#posted.has(this.#loaderId ?? '');
  }

  get isScripted(): boolean {
    return this.#scripted.has(this.#loaderId ?? '');
  }

  /** A document that is yet to come has the id of its request. */
  markScripted(loaderId = this.#loaderId): void {
    remember(this.#scripted, loaderId ?? '', MAX_SCRIPTED);
  }

  /** Why the document on screen is Chrome's own error page, if it is. */
  get failure(): string | undefined {
    return this.#failure?.loaderId === this.#loaderId ? this.#failure?.errorText : undefined;
  }

  answerTo(loaderId: string | undefined): HttpStatus | undefined {
    return this.#answers.get(loaderId ?? '');
  }

  /** None for data: and about: documents. */
  get status(): HttpStatus | undefined {
    return this.answerTo(this.#loaderId);
  }
}

function remember(ids: Set<string>, id: string, most: number): void {
  ids.add(id);
  const [oldest] = ids;
  if (ids.size > most && oldest !== undefined) ids.delete(oldest);
}
