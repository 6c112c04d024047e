import type { Access, Command, FromDocument, ToDocument } from '../messages.js';

/** The way to the browser agent in one document. */
export class DocumentLink {
  readonly #port: chrome.runtime.Port;
  readonly #waiting = new Map<number, (response: unknown) => void>();
  #last = 0;

  constructor(port: chrome.runtime.Port) {
    this.#port = port;
    port.onMessage.addListener(({ id, response }: FromDocument) => {
      this.#waiting.get(id)?.(response);
      this.#waiting.delete(id);
    });
  }

  /** Never settles when the document goes first: its session ends then, and that answers the agent. */
  execute(command: Command): Promise<unknown> {
    this.#last += 1;
    const id = this.#last;
    const answered = new Promise((resolve) => this.#waiting.set(id, resolve));
    this.#tell({ id, command });
    return answered;
  }

  mark(access: Access | null): void {
    this.#tell({ mark: access });
  }

  close(): void {
    this.#waiting.clear();
    this.#port.disconnect();
  }

  #tell(message: ToDocument): void {
    try {
      this.#port.postMessage(message);
    } catch {
      // The document has gone a moment ago.
    }
  }
}
