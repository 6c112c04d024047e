import { BrowserAgent } from 'btcp-browser-agent';
import { DOCUMENT_PORT, type FromDocument, type Response, type ToDocument } from '../shared/messages.js';
import { createCamera } from './camera.js';
import { createMark } from './mark.js';

/** Chrome starts a worker anew in less; one that cannot start is not asked all the time. */
const AGAIN_MS = 500;

/** The browser agent of one document, and its line to the worker. */
export class SharedDocument {
  readonly #agent = new BrowserAgent();
  readonly #mark = createMark(document);
  readonly #camera = createCamera(this.#agent, this.#mark);
  #port: chrome.runtime.Port | undefined;
  #isOver = false;

  constructor() {
    // A document that Chrome has kept and shows again has lost its line without a word.
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
    } catch {
      // The worker that asked is gone, and nobody waits.
    }
  }

  /** Chrome ends workers when it pleases, and the line with them: the next call starts it, and it knows this tab. */
  #lose(): void {
    this.#port = undefined;
    // Nobody is left who would say that a photograph is over.
    void this.#camera({ step: 'end' });
    this.#mark.show(null);
    // The extension itself has gone when its runtime has no id.
    if (!this.#isOver && chrome.runtime?.id) setTimeout(() => this.#isOver || this.connect(), AGAIN_MS);
  }
}
