import type { PageCommand } from '@btcp/client/page-agent';
import type { Access, FromDocument, Pose, Response, ToDocument } from '../shared/messages.js';

/** The way to the BrowserAgent in one document. */
export class DocumentLink {
  readonly #port: chrome.runtime.Port;
  readonly #waiting = new Map<number, (response: Response) => void>();
  #last = 0;

  constructor(port: chrome.runtime.Port) {
    this.#port = port;
    port.onMessage.addListener(({ id, response }: FromDocument) => {
      this.#waiting.get(id)?.(response);
      this.#waiting.delete(id);
    });
  }

  /** Never settles when the document goes first: the end of its session answers the agent. */
  execute(command: PageCommand): Promise<Response> {
    return this.#ask((id) => ({ id, command }));
  }

  pose(pose: Pose): Promise<Response> {
    return this.#ask((id) => ({ id, pose }));
  }

  mark(access: Access | null): void {
    this.#report({ mark: access });
  }

  giveUp(response: Response): void {
    for (const answer of this.#waiting.values()) answer(response);
    this.#waiting.clear();
  }

  /** Also for another link to the same document. */
  close(): void {
    this.#waiting.clear();
    this.#report({ isOver: true });
    this.#port.disconnect();
  }

  #ask(message: (id: number) => ToDocument): Promise<Response> {
    this.#last += 1;
    const id = this.#last;
    const answered = new Promise<Response>((resolve) => this.#waiting.set(id, resolve));
    this.#report(message(id));
    return answered;
  }

  #report(message: ToDocument): void {
    try {
      this.#port.postMessage(message);
    } catch {
      // The document is gone.
    }
  }
}
