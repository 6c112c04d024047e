import { BrowserAgent } from 'btcp-browser-agent';
import { DOCUMENT_PORT, type FromDocument, type Response, type ToDocument } from '../shared/messages.js';
import { createCamera } from './camera.js';
import { createMark } from './mark.js';

// Chrome restarts a worker in less.
const AGAIN_MS = 500;

/** The BrowserAgent of one document, and its port to the worker. */
export class SharedDocument {
  readonly #agent = new BrowserAgent();
  readonly #mark = createMark(document);
  readonly #camera = createCamera(this.#agent, this.#mark);
  #port: chrome.runtime.Port | undefined;
  #isOver = false;

  constructor() {
    // A document from the back-forward cache has lost its port without an event.
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted && this.#port) this.#lose();
    });
  }

  connect(): void {
    this.#isOver = false;
    if (this.#port) return;
    const port = chrome.runtime.connect({ name: DOCUMENT_PORT });
    this.#port = port;
    port.onMessage.addListener((message: ToDocument) => this.#receive(port, message));
    port.onDisconnect.addListener(() => {
      if (this.#port === port) this.#lose();
    });
  }

  #receive(port: chrome.runtime.Port, message: ToDocument): void {
    if ('mark' in message) this.#mark.show(message.mark);
    else if ('isOver' in message) this.#isOver = true;
    else void this.#answer(port, message);
  }

  async #answer(port: chrome.runtime.Port, message: Extract<ToDocument, { id: number }>): Promise<void> {
    const response: Response =
      'command' in message ? await this.#agent.execute(message.command) : await this.#camera(message.pose);
    const answer: FromDocument = { id: message.id, response };
    try {
      port.postMessage(answer);
    } catch {}
  }

  // Chrome ends idle workers and their ports; connecting again starts the worker.
  #lose(): void {
    this.#port = undefined;
    void this.#camera({ step: 'end' });
    this.#mark.show(null);
    // Without an id the extension was removed.
    if (!this.#isOver && chrome.runtime?.id) setTimeout(() => this.#isOver || this.connect(), AGAIN_MS);
  }
}
