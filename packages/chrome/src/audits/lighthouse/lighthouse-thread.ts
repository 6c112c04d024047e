import type { MessagePort } from 'node:worker_threads';

export interface LighthouseInput {
  lighthouse: string;
  url: string;
  session: string;
  flags: object;
  config: object;
}

interface CommandMessage {
  id: number;
  session: string;
  method: string;
  params?: object | undefined;
}

/** To the thread: the answer to a command, an event, or another session that was attached. */
export type ThreadMessage =
  | { id: number; result?: object; error?: string }
  | { session: string; method: string; params: unknown }
  | { session: string; attached: string };

export type OutcomeMessage = CommandMessage | { report: string } | { failure: string };

interface Tools {
  load(
    address: string,
  ): Promise<{ default(url: string, ...options: unknown[]): Promise<{ lhr: unknown } | undefined> }>;
  port: Pick<MessagePort, 'on' | 'postMessage'>;
  EventEmitter: typeof import('node:events').EventEmitter;
}

/** Runs in a thread of its own. Of a page, Lighthouse uses its CDP sessions, which are at the other end of the port. */
export async function runInThread(input: LighthouseInput, { load, port, EventEmitter }: Tools): Promise<void> {
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  let count = 0;

  class Session extends EventEmitter {
    readonly #id: string;

    constructor(id: string) {
      super();
      this.#id = id;
      this.setMaxListeners(0);
    }

    id() {
      return this.#id;
    }

    send(method: string, params?: object) {
      return new Promise((resolve, reject) => {
        waiting.set(++count, { resolve, reject });
        port.postMessage({ id: count, session: this.#id, method, params } satisfies OutcomeMessage);
      });
    }

    async detach() {}
  }

  const sessions = new Map([[input.session, new Session(input.session)]]);
  port.on('message', (message: ThreadMessage) => {
    if ('attached' in message) {
      const session = new Session(message.attached);
      sessions.set(message.attached, session);
      sessions.get(message.session)?.emit('sessionattached', session);
    } else if ('method' in message) {
      const session = sessions.get(message.session);
      session?.emit(message.method, message.params);
      session?.emit('*', message.method, message.params);
    } else {
      const { resolve, reject } = waiting.get(message.id) ?? {};
      waiting.delete(message.id);
      if (message.error === undefined) resolve?.(message.result);
      else reject?.(new Error(message.error));
    }
  });
  const session = sessions.get(input.session);
  let url = 'about:blank';
  session?.on('Page.frameNavigated', ({ frame }) => {
    if (frame.parentId === undefined) url = frame.url;
  });
  const page = { url: () => url, target: () => ({ createCDPSession: async () => session }) };
  const { default: lighthouse } = await load(input.lighthouse);
  const result = await lighthouse(input.url, input.flags, input.config, page);
  port.postMessage({ report: JSON.stringify(result?.lhr ?? null) } satisfies OutcomeMessage);
}
