import type { AppEvent, RunState, Session } from '../src/contract/types.ts';
import { type RunningServer, serve, type TestHome } from './run-btcp.ts';

const PATIENCE_MS = 60_000;

// biome-ignore lint/suspicious/noExplicitAny: answers are of every shape
type Answer = any;

/** A page of the workspace as a program. */
export class Workspace {
  readonly server: RunningServer;

  constructor(server: RunningServer) {
    this.server = server;
  }

  static async start(home: TestHome, environment: NodeJS.ProcessEnv = {}, args: string[] = []): Promise<Workspace> {
    return new Workspace(await serve(home, args, environment));
  }

  async ask(method: string, path: string, body?: unknown): Promise<{ status: number; body: Answer }> {
    const { url, token } = this.server;
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, body: isJson ? JSON.parse(text) : text };
  }

  /** An agent and a session of it. */
  async begin(name: string, host?: unknown): Promise<{ agent: string; session: string; path: string }> {
    const { body: agent } = await this.ask('POST', '/agents', { name, host });
    const { body: session } = await this.ask('POST', `/agents/${agent.slug}/sessions`, {});
    return { agent: agent.slug, session: session.id, path: `/agents/${agent.slug}/sessions/${session.id}` };
  }

  /** Waits until the loop of a session is in one of these states. */
  async until(agent: string, session: string, ...states: RunState['state'][]): Promise<Session> {
    for (;;) {
      const { status, body } = await this.ask('GET', `/agents/${agent}/sessions`);
      if (status !== 200) throw new Error(`The sessions of ${agent}: ${status} ${JSON.stringify(body)}`);
      const found: Session | undefined = body.find(({ id }: Session) => id === session);
      if (found && states.includes(found.run.state)) return found;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async events(path: string): Promise<Events> {
    const { url, token } = this.server;
    return Events.open(`${url}/api${path}/events`, { authorization: `Bearer ${token}` });
  }

  /** How a session stands, as the first event reports it. */
  async state(path: string): Promise<Extract<AppEvent, { type: 'state' }>> {
    const events = await this.events(path);
    const state = await events.next('state');
    events.close();
    return state;
  }

  async stop(): Promise<void> {
    await this.server.stop();
  }

  async kill(): Promise<void> {
    this.server.process.kill('SIGKILL');
    await this.server.ended;
  }
}

/** Reads the events of a session. */
export class Events {
  readonly all: AppEvent[] = [];
  readonly #abort = new AbortController();
  readonly #waiting = new Set<() => void>();
  #reading: Promise<void> = Promise.resolve();

  static async open(url: string, headers: Record<string, string>): Promise<Events> {
    const events = new Events();
    const response = await fetch(url, { headers, signal: events.#abort.signal });
    if (!response.ok || !response.body) throw new Error(`No events at ${url}: ${response.status}`);
    events.#reading = events.#read(response.body).catch(() => {});
    return events;
  }

  next<Type extends AppEvent['type']>(
    type: Type,
    fits: (event: Extract<AppEvent, { type: Type }>) => boolean = () => true,
  ): Promise<Extract<AppEvent, { type: Type }>> {
    return new Promise((resolve, reject) => {
      const late = () => reject(new Error(`No ${type} that ${fits} in ${JSON.stringify(this.all).slice(-3_000)}`));
      const timer = setTimeout(late, PATIENCE_MS);
      const check = () => {
        const found = this.all.find((event) => event.type === type && fits(event as never));
        if (!found) return;
        clearTimeout(timer);
        this.#waiting.delete(check);
        resolve(found as never);
      };
      this.#waiting.add(check);
      check();
    });
  }

  /** Resolves when the server has ended the stream. */
  get ended(): Promise<void> {
    return this.#reading;
  }

  close(): void {
    this.#abort.abort();
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    let rest = '';
    const decoder = new TextDecoder();
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
      const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
      rest = parts.pop() ?? '';
      for (const part of parts) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(part)?.[1];
        const data = field('data');
        if (data) this.all.push(JSON.parse(data));
      }
      for (const check of this.#waiting) check();
    }
  }
}
