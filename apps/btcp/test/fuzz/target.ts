import { Agent, type RequestOptions as HttpOptions, type IncomingHttpHeaders, request } from 'node:http';
import { type ClientOptions, WebSocket } from 'ws';
import type { RunningServer } from '../run-btcp.ts';

// Nobody waits longer for an answer: a caller who leaves is a case of its own.
const PATIENCE_MS = 1_000;

export interface Answer {
  /** 0 where the caller has left, or the connection was ended. */
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A running server, and what it has answered that it never should. */
export class Target {
  readonly server: RunningServer;
  readonly failures: string[] = [];
  sent = 0;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 8 });

  constructor(server: RunningServer) {
    this.server = server;
  }

  get authorization(): { authorization: string } {
    return { authorization: `Bearer ${this.server.token}` };
  }

  get port(): number {
    return Number(new URL(this.server.url).port);
  }

  async ask(method: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<Answer> {
    this.sent++;
    const answer = await this.#send({ method, path, headers: { ...this.authorization, ...headers } }, body);
    // 501 to 504 are answers that we mean.
    if (answer.status === 500)
      this.failures.push(`${method} ${path} ${body?.slice(0, 400)}: ${answer.body.slice(0, 400)}`);
    return answer;
  }

  open(path: string, { protocols = [] as string[], headers = this.authorization as Record<string, string> } = {}) {
    const options: ClientOptions = { headers, handshakeTimeout: 60_000 };
    const socket = new WebSocket(`ws://127.0.0.1:${this.port}${path}`, protocols, options);
    socket.on('error', () => {});
    const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
    const status = new Promise<number>((resolve) => {
      socket.once('open', () => resolve(101));
      socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
      socket.once('error', () => resolve(0));
    });
    return { socket, status, closed };
  }

  close(): void {
    this.#agent.destroy();
  }

  #send(options: HttpOptions, body: string | undefined): Promise<Answer> {
    return new Promise((resolve) => {
      const gone = { status: 0, headers: {}, body: '' };
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const headers = { ...Object(options.headers), ...length };
      const call = request({ host: '127.0.0.1', port: this.port, agent: this.#agent, ...options, headers });
      const timer = setTimeout(() => call.destroy(), PATIENCE_MS);
      call.on('close', () => {
        clearTimeout(timer);
        resolve(gone);
      });
      call.on('error', () => resolve(gone));
      call.on('response', (response) => {
        // A stream of events never ends by itself.
        if (response.headers['content-type']?.startsWith('text/event-stream') && options.method === 'GET')
          call.destroy();
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += text.length < 2_000 ? part : ''));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
      });
      call.end(body);
    });
  }
}

/** Works with some at a time. */
export async function several(count: number, atOnce: number, run: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < count) await run(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
