import { BtcpError, sleep, within } from '@btcp/protocol';
import { jetstream, StorageType } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import { type ObjectStore, Objm } from '@nats-io/obj';
import {
  connect,
  type NatsConnection,
  NoRespondersError,
  nanos,
  PermissionViolationError,
  TimeoutError,
} from '@nats-io/transport-node';
import type { FileRecord, GatewayRecord, PageRecord, SessionRecord, WorkerRecord } from '../buckets/records.js';
import type { Waiting } from '../placement/queue.js';
import { type BusOptions, connectionTo, withoutPasswords } from './connection-to.js';
import { type BucketPlace, createWithCopies } from './copies.js';
import { FleetClock } from './fleet-clock.js';
import { NatsBucket } from './nats-bucket.js';

const LEASE_TTL_MS = 3_000;
/** How long a place in the queue is kept for a caller who does not come back. */
export const QUEUE_TTL_MS = 20_000;
/** How long a page is remembered whose gateway has not written it again. */
export const PAGE_TTL_MS = 10 * 60_000;
const STATE_TTL_MS = 7 * 24 * 60 * 60_000;
const FILE_TTL_MS = 24 * 60 * 60_000;
// Each longer than what it keeps: links and codes count for a day at most, sign-ins for 30 days, and the way to a provider for ten minutes.
const CODE_TTL_MS = 25 * 60 * 60_000;
const LOGIN_TTL_MS = 31 * 24 * 60 * 60_000;
const ATTEMPT_TTL_MS = 15 * 60_000;
// A renewal must be able to fail and be tried again before the lease is over.
const REQUEST_TIMEOUT_MS = 1_000;
const CONNECT_TIMEOUT_MS = 5_000;
const RECONNECT_WAIT_MS = 200;
const BUCKETS_WAIT_MS = 30_000;
const PING_INTERVAL_MS = 2_000;

interface AccessBuckets {
  codes: NatsBucket<string>;
  logins: NatsBucket<string>;
  attempts: NatsBucket<string>;
  /** Without an end: a token may have none. */
  team: NatsBucket<string>;
}

export class Bus {
  readonly workers: NatsBucket<WorkerRecord>;
  readonly sessions: NatsBucket<SessionRecord>;
  readonly queue: NatsBucket<Waiting>;
  readonly gateways: NatsBucket<GatewayRecord>;
  readonly pages: NatsBucket<PageRecord>;
  readonly states: ObjectStore;
  readonly files: ObjectStore;
  readonly fileIndex: NatsBucket<FileRecord>;
  /** What gateways keep of links, tickets and sign-ins; a worker has none of it. */
  readonly access: AccessBuckets | undefined;
  /** As the bucket of leases has it: every member must count with the same. */
  readonly leaseTtl: number;
  readonly clock: FleetClock;
  readonly #connection: NatsConnection;
  readonly #onReturn: (() => void)[] = [];
  readonly #onLoss: (() => void)[] = [];
  readonly #onStale: (() => void)[] = [];
  #isUp = true;
  #upSince = Number.NEGATIVE_INFINITY;

  private constructor(
    connection: NatsConnection,
    { access, ...buckets }: Awaited<ReturnType<typeof openBuckets>> & { access: AccessBuckets | undefined },
  ) {
    this.#connection = connection;
    this.workers = buckets.workers;
    this.sessions = buckets.sessions;
    this.queue = buckets.queue;
    this.gateways = buckets.gateways;
    this.pages = buckets.pages;
    this.states = buckets.states;
    this.files = buckets.files;
    this.fileIndex = buckets.fileIndex;
    this.access = access;
    this.leaseTtl = buckets.leaseTtl;
    this.clock = buckets.clock;
    void this.#followStatus();
  }

  static async connect(options: BusOptions): Promise<Bus> {
    const { servers, name } = options;
    const connection = await connect({
      ...connectionTo(options),
      name,
      timeout: CONNECT_TIMEOUT_MS,
      maxReconnectAttempts: -1,
      reconnectTimeWait: RECONNECT_WAIT_MS,
      pingInterval: PING_INTERVAL_MS,
    }).catch((cause: Error) => {
      throw new BtcpError(
        'browser_unavailable',
        `NATS does not answer at ${withoutPasswords(servers)}: ${cause.message}.`,
        {
          hint: 'Start nats-server with JetStream (nats-server -js), or correct --fleet.',
          cause,
        },
      );
    });
    try {
      const buckets = await openWhenThere(() => openBuckets(connection));
      const access = options.isWorker ? undefined : await openWhenThere(() => openAccess(connection));
      return new Bus(connection, { ...buckets, access });
    } catch (cause) {
      await connection.close();
      throw new BtcpError('browser_unavailable', `NATS has no buckets for the fleet: ${(cause as Error).message}.`, {
        hint: 'Start nats-server with JetStream (nats-server -js), and let this user create KV buckets and object stores.',
        cause,
      });
    }
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  /** How long ago the connection came back; forever if it was never lost. */
  get upForMs(): number {
    return performance.now() - this.#upSince;
  }

  onReturn(listener: () => void): void {
    this.#onReturn.push(listener);
  }

  /** Called whenever what is watched has to be watched again: NATS has forgotten who watches. */
  onStale(listener: () => void): void {
    this.#onStale.push(listener);
  }

  /** Notes that nothing is heard of what is watched, as after the loss of a leader. */
  noteStale(): void {
    for (const listener of this.#onStale) listener();
  }

  onLoss(listener: () => void): void {
    this.#onLoss.push(listener);
  }

  publish(subject: string, message: Uint8Array): void {
    this.#connection.publish(subject, message);
  }

  async ask(subject: string, body: unknown): Promise<unknown> {
    try {
      const answer = await this.#connection.request(subject, JSON.stringify(body), { timeout: REQUEST_TIMEOUT_MS });
      return answer.json();
    } catch (thrown) {
      if (thrown instanceof NoRespondersError || (thrown as Error).cause instanceof NoRespondersError) return undefined;
      throw thrown;
    }
  }

  /** Answers requests; one of the servers that share the queue gets each. */
  answer(subject: string, queue: string, handle: (subject: string, body: unknown) => Promise<unknown>): void {
    this.#connection.subscribe(subject, {
      queue,
      callback: (error, message) => {
        if (error) return;
        handle(message.subject, message.json())
          .catch((cause: Error) => ({ error: cause.message }))
          .then((answer) => message.respond(JSON.stringify(answer)))
          .catch(() => {});
      },
    });
  }

  subscribe(subject: string, listener: (message: Uint8Array) => void): void {
    this.#connection.subscribe(subject, {
      callback: (error, message) => {
        if (!error) listener(message.data);
      },
    });
  }

  async close(): Promise<void> {
    // The last answers are on their way.
    if (this.#isUp) await within(this.#connection.flush(), REQUEST_TIMEOUT_MS, () => {}).catch(() => {});
    await this.#connection.close();
  }

  async #followStatus(): Promise<void> {
    for await (const { type } of this.#connection.status()) {
      if (type === 'disconnect' || type === 'staleConnection' || type === 'close') {
        this.#isUp = false;
        for (const listener of this.#onLoss) listener();
      }
      if (type !== 'reconnect') continue;
      this.#isUp = true;
      this.#upSince = performance.now();
      for (const listener of this.#onReturn) listener();
      this.noteStale();
    }
  }
}

// A server that may not create buckets waits for one that may, and all wait for a cluster that has just started.
async function openWhenThere<Opened>(open: () => Promise<Opened>): Promise<Opened> {
  const until = performance.now() + BUCKETS_WAIT_MS;
  for (;;) {
    try {
      return await open();
    } catch (thrown) {
      const isPassing = [thrown, (thrown as Error).cause].some(
        (each) => each instanceof PermissionViolationError || each instanceof TimeoutError,
      );
      if (!isPassing || performance.now() > until) throw thrown;
      await sleep(RECONNECT_WAIT_MS);
    }
  }
}

function placeAt(connection: NatsConnection): BucketPlace {
  return {
    client: jetstream(connection, { timeout: REQUEST_TIMEOUT_MS }),
    isCluster: connection.info?.cluster !== undefined,
  };
}

async function openAccess(connection: NatsConnection): Promise<AccessBuckets> {
  const place = placeAt(connection);
  const [codes, logins, attempts, team] = await Promise.all([
    openBucket(place, 'codes', CODE_TTL_MS),
    openBucket(place, 'logins', LOGIN_TTL_MS),
    openBucket(place, 'attempts', ATTEMPT_TTL_MS),
    openBucket(place, 'team'),
  ]);
  return {
    codes: new NatsBucket<string>(codes, REQUEST_TIMEOUT_MS),
    logins: new NatsBucket<string>(logins, REQUEST_TIMEOUT_MS),
    attempts: new NatsBucket<string>(attempts, REQUEST_TIMEOUT_MS),
    team: new NatsBucket<string>(team, REQUEST_TIMEOUT_MS),
  };
}

async function openBuckets(connection: NatsConnection) {
  const place = placeAt(connection);
  const [workers, sessions, queue, gateways, pages, fileIndex, states, files] = await Promise.all([
    openBucket(place, 'workers', LEASE_TTL_MS),
    openBucket(place, 'sessions'),
    openBucket(place, 'queue', QUEUE_TTL_MS),
    openBucket(place, 'gateways', LEASE_TTL_MS),
    openBucket(place, 'pages', PAGE_TTL_MS),
    openBucket(place, 'files', FILE_TTL_MS),
    openStore(place, 'states', STATE_TTL_MS),
    openStore(place, 'files', FILE_TTL_MS),
  ]);
  const { ttl } = await workers.status();
  const clock = new FleetClock();
  const seenAt = (created: Date) => clock.observe(created);
  return {
    workers: new NatsBucket<WorkerRecord>(workers, REQUEST_TIMEOUT_MS, seenAt),
    sessions: new NatsBucket<SessionRecord>(sessions, REQUEST_TIMEOUT_MS),
    queue: new NatsBucket<Waiting>(queue, REQUEST_TIMEOUT_MS),
    gateways: new NatsBucket<GatewayRecord>(gateways, REQUEST_TIMEOUT_MS, seenAt),
    pages: new NatsBucket<PageRecord>(pages, REQUEST_TIMEOUT_MS),
    states,
    files,
    fileIndex: new NatsBucket<FileRecord>(fileIndex, REQUEST_TIMEOUT_MS),
    leaseTtl: ttl,
    clock,
  };
}

function openBucket(place: BucketPlace, name: string, ttl = 0) {
  // Read from the leader: a copy that is behind must not decide who owns a session.
  const common = { ttl, history: 1, allow_direct: false, storage: StorageType.File };
  return createWithCopies(place, `KV_btcp-${name}`, (replicas) =>
    new Kvm(place.client).create(`btcp-${name}`, { ...common, replicas }),
  );
}

function openStore(place: BucketPlace, name: string, ttl: number) {
  return createWithCopies(place, `OBJ_btcp-${name}`, (replicas) =>
    new Objm(place.client).create(`btcp-${name}`, { ttl: nanos(ttl), replicas, storage: StorageType.File }),
  );
}
