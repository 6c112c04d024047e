import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { expect, vi } from 'vitest';
import { btcp, type RunningServer, serve, TestHome } from '../run-btcp.ts';

const FLEET_KEY = 'the key that all servers of this fleet share';
const PATIENT = { timeout: 60_000, interval: 200 };
const TOKEN = 'token-of-the-gateways-0123456789';

/** A cable to a port that can be cut: connections stay open, and nothing passes. */
export class Cable {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isCut = false;

  private constructor(target: number) {
    this.#server = createServer((here) => {
      const there = connect(target, '127.0.0.1');
      for (const socket of [here, there]) {
        this.#sockets.add(socket);
        socket.on('error', () => {}).on('close', () => this.#sockets.delete(socket));
      }
      const pass = (from: Socket, to: Socket) => {
        from.on('data', (data) => this.#isCut || to.write(data));
        from.on('close', () => to.destroy());
      };
      pass(here, there);
      pass(there, here);
    });
  }

  static async to(target: number): Promise<Cable> {
    const cable = new Cable(target);
    cable.#server.listen(0, '127.0.0.1');
    await once(cable.#server, 'listening');
    return cable;
  }

  get url(): string {
    return `nats://127.0.0.1:${(this.#server.address() as { port: number }).port}`;
  }

  cut(): void {
    this.#isCut = true;
  }

  /** New connections pass again; the old ones have lost what was sent. */
  join(): void {
    this.#isCut = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** One address before several servers, as a load balancer: connections go to the server that it was given last. */
export class Balancer {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #target = 0;

  private constructor() {
    this.#server = createServer((here) => {
      const there = connect(this.#target, '127.0.0.1');
      for (const socket of [here, there]) {
        this.#sockets.add(socket);
        socket.on('error', () => {}).on('close', () => this.#sockets.delete(socket));
      }
      here.pipe(there).pipe(here);
      here.on('close', () => there.destroy());
      there.on('close', () => here.destroy());
    });
  }

  static async start(): Promise<Balancer> {
    const balancer = new Balancer();
    balancer.#server.listen(0, '127.0.0.1');
    await once(balancer.#server, 'listening');
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as { port: number }).port}`;
  }

  /** New connections go to this server; those that are open stay. */
  sendTo(server: RunningServer): void {
    this.#target = Number(new URL(server.url).port);
  }

  /** Ends every connection, as a load balancer does that drains a server. */
  breakAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.breakAll();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Reads one figure of a server's metrics. */
export async function metricOf(server: RunningServer, name: string): Promise<number> {
  const response = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(await response.text())?.[1]);
}

const checkpointsOf = (worker: RunningServer) => metricOf(worker, 'btcp_fleet_checkpoints_total');

export interface Answer {
  status: number;
  retryAfter: string | null;
  body: {
    text: string;
    data: Record<string, unknown>;
    page: { url: string; title: string; restored?: boolean };
    error?: { code: string; message: string; hint: string };
  };
}

interface Status {
  workers: { id: string; url: string; open: number; state: string; version: string }[];
  sessions: { session: string; worker: string }[];
  queue: unknown[];
  wanted: number;
}

/** Servers of one fleet, each with a home of its own. */
export class TestFleet {
  readonly nats: { url: string };
  readonly #members: { server: RunningServer; home: TestHome }[] = [];
  readonly #left: { home: TestHome }[] = [];

  constructor(nats: { url: string }) {
    this.nats = nats;
  }

  async add(
    role: string,
    args: string[] = [],
    url: string = this.nats.url,
    others: NodeJS.ProcessEnv = {},
    main?: string,
    home: TestHome = new TestHome(),
  ): Promise<RunningServer> {
    const environment = { BTCP_FLEET_KEY: FLEET_KEY, BTCP_TOKEN: TOKEN, BTCP_LOG_LEVEL: 'off', ...others };
    const server = await serve(home, ['--fleet', url, '--role', role, ...args], environment, main);
    this.#members.push({ server, home });
    if (server.url === undefined) throw new Error(`A ${role} did not start: ${server.log}`);
    return server;
  }

  /** The folders of a server, for commands on its machine. */
  homeOf(server: RunningServer): TestHome {
    const found = this.#members.find((each) => each.server === server);
    if (!found) throw new Error('The server is no member.');
    return found.home;
  }

  get gateway(): RunningServer {
    const [first] = this.#members;
    if (!first) throw new Error('The gateway is started first.');
    return first.server;
  }

  /** Makes a token of somebody in the team; returns the headers that carry it. */
  async createToken(...args: string[]): Promise<{ authorization: string }> {
    const home = this.#members[0]?.home ?? new TestHome();
    const { stdout } = await btcp(home, ['token', 'create', ...args, '--json']);
    return { authorization: `Bearer ${JSON.parse(stdout).token}` };
  }

  async call(session: string, tool: string, input: object = {}, headers: object = {}): Promise<Answer> {
    const response = await fetch(`${this.gateway.url}/sessions/${session}/tools/${tool}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}`, ...headers },
      body: JSON.stringify(input),
    });
    const body = (await response.json()) as Answer['body'];
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body };
  }

  async status(): Promise<Status> {
    return (await this.gateway.get('/fleet')).body as Status;
  }

  /** Resolves when the session could be restored as it is now. */
  async saved(session: string): Promise<void> {
    const owner = await this.ownerOf(session);
    const first = await checkpointsOf(owner);
    // The first one to end may have begun before; each call sets off one.
    for (const count of [first + 1, first + 2]) {
      await this.call(session, 'browser_snapshot');
      await vi.waitFor(async () => expect(await checkpointsOf(owner)).toBeGreaterThanOrEqual(count), PATIENT);
    }
  }

  /** The server that has the session, once the gateway has heard of it. */
  ownerOf(session: string): Promise<RunningServer> {
    return vi.waitFor(async () => {
      const { sessions, workers } = await this.status();
      const worker = sessions.find((each) => each.session === session)?.worker;
      const url = workers.find(({ id }) => id === worker)?.url;
      const found = this.#members.find(({ server }) => server.url === url);
      if (!found) throw new Error(`No worker has ${session}.`);
      return found.server;
    }, PATIENT);
  }

  async end(server: RunningServer, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    server.process.kill(signal);
    const code = await server.ended;
    const index = this.#members.findIndex((each) => each.server === server);
    // Its browsers may still be ending.
    if (index >= 0) this.#left.push(...this.#members.splice(index, 1));
    return code;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { server } of [...this.#members].reverse()) {
      server.process.kill('SIGCONT');
      await this.end(server);
    }
    for (const { home } of this.#left) home[Symbol.dispose]();
  }
}
