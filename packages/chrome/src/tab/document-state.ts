import type { CDPSession } from 'puppeteer-core';

/** More than Chrome keeps documents for going back. */
const MOST_ANSWERS = 50;

export interface HttpStatus {
  code: number;
  text: string;
}

/** What is known of the document in a tab's main frame, kept up to date by Chrome's events. */
export class DocumentState {
  url = 'about:blank';
  loading = false;
  /** Whether the page has asked for another to take its place, which has not begun to load; it may never do so. */
  departing = false;
  /** How many documents the tab has shown. */
  visits = 0;
  /** Where the last visit was sent on to, and what Chrome says if nothing came of it. */
  asked = 'about:blank';
  #source: string | undefined;
  /** Whether another page has answered and is about to be shown. */
  #isLeaving = false;
  #failure: { loaderId: string; errorText: string } | undefined;
  #loaderId: string | undefined;
  /** The answers to visits, by what Chrome calls the load: it may show a document again that it has kept. */
  readonly #answers = new Map<string, HttpStatus>();

  constructor(cdp: CDPSession, frameId: string) {
    cdp.on('Page.frameNavigated', ({ frame }) => {
      if (frame.id !== frameId) return;
      this.#loaderId = frame.loaderId;
      this.visits++;
      this.#source = frame.unreachableUrl === undefined ? frame.url : undefined;
      this.#isLeaving = false;
      // A page that could not be opened shows Chrome's own error page under the address that was asked for.
      this.url = frame.unreachableUrl ?? frame.url + (frame.urlFragment ?? '');
    });
    cdp.on('Page.navigatedWithinDocument', (event) => {
      if (event.frameId === frameId) this.url = event.url;
    });
    cdp.on('Network.responseReceived', ({ type, loaderId, response, ...event }) => {
      if (type !== 'Document' || event.frameId !== frameId || !/^https?:/.test(response.url)) return;
      // Its scripts may run before Chrome says that it is shown.
      this.#isLeaving = true;
      // It may be the answer to a visit that comes to nothing, such as a download.
      this.#answers.set(loaderId, { code: response.status, text: response.statusText });
      const [oldest] = this.#answers.keys();
      if (this.#answers.size > MOST_ANSWERS && oldest !== undefined) this.#answers.delete(oldest);
    });
    cdp.on('Network.requestWillBeSent', ({ requestId, loaderId, request, ...event }) => {
      if (requestId === loaderId && event.frameId === frameId) this.asked = request.url;
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
      this.#isLeaving = false;
    });
    cdp.on('Page.lifecycleEvent', (event) => {
      if (event.frameId === frameId && event.name === 'load') this.loading = false;
    });
  }

  /** Where the document came from that the tab shows; none while it is left, and of an error page of Chrome's. */
  get source(): string | undefined {
    return this.#isLeaving ? undefined : this.#source;
  }

  /** Why the document on screen is Chrome's own error page, if it is. */
  get failure(): string | undefined {
    return this.#failure?.loaderId === this.#loaderId ? this.#failure?.errorText : undefined;
  }

  /** The answer to a visit that may have brought no document. */
  answerTo(loaderId: string | undefined): HttpStatus | undefined {
    return this.#answers.get(loaderId ?? '');
  }

  /** The answer that the document on screen came with; data: and about: documents have none. */
  get status(): HttpStatus | undefined {
    return this.answerTo(this.#loaderId);
  }
}
