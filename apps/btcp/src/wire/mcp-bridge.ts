import type { Socket } from 'node:net';
import { StringDecoder } from 'node:string_decoder';

export type Connect = () => Promise<Socket>;

interface Message {
  id?: string | number;
  method?: string;
  params?: { requestId?: string | number };
}

const SERVER_ENDED = -32000;

/** Passes MCP between this process's standard streams and a server, until the client leaves. */
export async function bridgeMcp(first: Socket, connect: Connect): Promise<void> {
  const bridge = new Bridge(connect);
  bridge.use(first);
  await bridge.run();
}

// A server that ends is replaced, and is greeted as the first one was.
class Bridge {
  readonly #connect: Connect;
  readonly #pending = new Map<string, string | number>();
  // How the client opened its session; clients of 2026 do not.
  #greeting: string[] = [];
  #socket: Socket | undefined;
  #sending: Promise<void> = Promise.resolve();
  // The id of the greeting that was repeated, whose answer the client has had.
  #repeated: string | undefined;
  #isLeaving = false;
  #finish = () => {};

  constructor(connect: Connect) {
    this.#connect = connect;
  }

  run(): Promise<void> {
    return new Promise((resolve) => {
      this.#finish = resolve;
      linesOf(process.stdin, (line) => this.#fromClient(line));
      process.stdin.once('end', () => this.#leave());
      process.stdin.once('close', () => this.#leave());
      // A client that is gone reads nothing.
      process.stdout.once('error', () => this.#leave());
    });
  }

  use(socket: Socket): void {
    this.#socket = socket;
    socket.on('error', () => {});
    linesOf(socket, (line) => this.#fromServer(line));
    socket.once('close', () => this.#lost(socket));
  }

  #leave(): void {
    if (this.#isLeaving) return;
    this.#isLeaving = true;
    void this.#sending.then(() => (this.#socket ? this.#socket.end() : this.#finish()));
  }

  #fromClient(line: string): void {
    const message = parsed(line);
    if (message?.method === 'initialize') this.#greeting = [line];
    if (message?.method === 'notifications/initialized') this.#greeting.push(line);
    if (isRequest(message)) this.#pending.set(keyOf(message.id), message.id);
    // A cancelled request gets no answer.
    if (message?.method === 'notifications/cancelled') this.#pending.delete(keyOf(message.params?.requestId));
    this.#sending = this.#sending.then(() => this.#send(line, message));
  }

  async #send(line: string, message: Message | undefined): Promise<void> {
    // It was cancelled or answered while it waited for others: the next server must not run it too.
    if (isRequest(message) && !this.#pending.has(keyOf(message.id))) return;
    try {
      const socket = this.#socket ?? (await this.#reconnect(message));
      if (!socket.write(`${line}\n`)) await drained(socket);
    } catch (thrown) {
      this.#answerPending(thrown instanceof Error ? thrown.message : String(thrown));
    }
  }

  async #reconnect(message: Message | undefined): Promise<Socket> {
    const socket = await this.#connect();
    this.use(socket);
    const [greeting, ...rest] = message?.method === 'initialize' ? [] : this.#greeting;
    if (greeting === undefined) return socket;
    this.#repeated = keyOf(parsed(greeting)?.id);
    for (const line of [greeting, ...rest]) socket.write(`${line}\n`);
    return socket;
  }

  #fromServer(line: string): void {
    const message = parsed(line);
    const key = message?.method === undefined && message?.id !== undefined ? keyOf(message.id) : undefined;
    if (key !== undefined && key === this.#repeated) {
      this.#repeated = undefined;
      return;
    }
    if (key !== undefined) this.#pending.delete(key);
    const socket = this.#socket;
    if (process.stdout.write(`${line}\n`) || !socket) return;
    socket.pause();
    process.stdout.once('drain', () => socket.resume());
  }

  #lost(socket: Socket): void {
    if (this.#socket !== socket) return;
    this.#socket = undefined;
    this.#repeated = undefined;
    this.#answerPending('The BTCP server ended during this call, and its browser with it.');
    if (this.#isLeaving) this.#finish();
  }

  #answerPending(why: string): void {
    for (const id of this.#pending.values()) {
      const error = { code: SERVER_ENDED, message: `${why} Call again: a new browser is started, at an empty page.` };
      process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, error })}\n`);
    }
    this.#pending.clear();
  }
}

function linesOf(stream: NodeJS.ReadableStream, take: (line: string) => void): void {
  const decoder = new StringDecoder('utf8');
  let parts: string[] = [];
  stream.on('data', (chunk: Buffer) => {
    const [first = '', ...others] = decoder.write(chunk).split('\n');
    parts.push(first);
    for (const next of others) {
      const line = parts.join('');
      parts = [next];
      if (line.trim() !== '') take(line);
    }
  });
}

function parsed(line: string): Message | undefined {
  try {
    const message: unknown = JSON.parse(line);
    return typeof message === 'object' && message !== null ? message : undefined;
  } catch {
    return undefined;
  }
}

function isRequest(message: Message | undefined): message is Message & { id: string | number } {
  return message?.method !== undefined && message.id !== undefined;
}

// `1` and `"1"` are different ids.
function keyOf(id: string | number | undefined): string {
  return JSON.stringify(id ?? null);
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once('drain', resolve).once('close', resolve);
  });
}
