import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Records } from '@btcp/access';
import {
  Bus,
  type FileQuota,
  FileStore,
  FleetGateway,
  type FleetKeys,
  type FleetLabels,
  FleetWorker,
  fleetKeys,
  Presence,
  type RecordKind,
  SharedRecords,
  StateStore,
} from '@btcp/fleet';
import { BtcpError } from '@btcp/protocol';
import { Hono, type MiddlewareHandler } from 'hono';
import { VERSION } from '../system/version.js';
import type { Fleet, FleetMember, ServerParts, SharedAccess } from './fleet-member.js';
import { gatewayMetrics, workerMetrics } from './fleet-metrics.js';
import { fleetRoutes } from './fleet-routes.js';
import { FleetSessions } from './fleet-sessions.js';
import { Forwarder } from './forward.js';
import { GatewayDoor } from './gateway-door.js';
import { isMcpSessionOf } from './mcp-session-id.js';
import { OwnerCalls } from './owner-calls.js';
import { sharePages } from './share-pages.js';
import { WorkerDoor } from './worker-door.js';
import { WorkerSessions } from './worker-sessions.js';

export interface FleetOptions {
  servers: string;
  ca: string | undefined;
  credentials: string | undefined;
  role: 'worker' | 'gateway' | 'both';
  key: string;
  labels: FleetLabels;
  /** Where gateways reach this worker; its own address when left out. */
  advertiseUrl: string | undefined;
  fileQuota: FileQuota;
  end(): void;
}

const SWEEP_MS = 1_000;
const pass: MiddlewareHandler = (_, next) => next();

export async function joinFleet(options: FleetOptions): Promise<Fleet> {
  const keys = fleetKeys(options.key);
  if (keys.name !== undefined && options.role !== 'worker')
    throw new BtcpError('invalid_input', `The key of worker ${keys.name} cannot run a ${options.role}.`, {
      hint: 'Give gateways the key of the fleet, or start this server with --role worker.',
    });
  const name = keys.name ?? hostname().replace(/[^\w-]/g, '-');
  const id = `${name}.${process.pid}-${randomBytes(4).toString('hex')}`;
  const bus = await Bus.connect({
    servers: options.servers,
    name: `btcp ${options.role} ${id}`,
    user: options.role === 'worker' ? name : 'gateway',
    isWorker: options.role === 'worker',
    ca: options.ca,
    credentials: options.credentials,
  });
  const states = new StateStore(bus.states, keys.session);
  const files = new FileStore({
    objects: bus.files,
    index: bus.fileIndex,
    keyOf: keys.session,
    quota: options.fileQuota,
  });
  const gateway = options.role === 'worker' ? undefined : await FleetGateway.join(bus, states);
  return {
    shared: gateway && {
      linkKey: keys.link,
      records: recordsOnce((kind) => new SharedRecords({ bus, key: keys.access, kind })),
      tokens: new SharedRecords({ bus, key: keys.access, kind: 'token' }),
    },
    sealingKey: keys.workspace,
    pageKey: keys.pageSession,
    isMcpSessionOf: (session, person) => isMcpSessionOf(keys.mcpSession, session, person),
    member: (parts) => memberOf({ ...options, keys, id, bus, states, files, gateway }, parts),
    close: () => bus.close(),
  };
}

// One watch serves everybody who follows records of a kind.
function recordsOnce(open: (kind: RecordKind) => unknown): SharedAccess['records'] {
  const opened = new Map<RecordKind, unknown>();
  return <Value extends { expires: number }>(kind: RecordKind) => {
    const records = opened.get(kind) ?? open(kind);
    opened.set(kind, records);
    return records as Records<Value>;
  };
}

interface Joined extends FleetOptions {
  keys: FleetKeys;
  id: string;
  bus: Bus;
  states: StateStore;
  files: FileStore;
  gateway: FleetGateway | undefined;
}

function memberOf(joined: Joined, parts: ServerParts): FleetMember {
  const { gateway, bus, id } = joined;
  const worker = joined.role === 'gateway' ? undefined : workerPart(joined, parts);
  const forwarder = gateway && new Forwarder(gateway, joined.keys);
  const door = gateway && forwarder && new GatewayDoor({ ...parts, ...joined, gateway, forwarder });
  const calls = door && new OwnerCalls({ ...parts, door });
  if (gateway) gatewayMetrics(parts.metrics, gateway);
  const fleetSessions = gateway && forwarder && new FleetSessions({ gateway, forwarder, list: parts.outside.list, id });
  if (fleetSessions) parts.outside.followElsewhere = (session, add) => fleetSessions.follow(session, add);
  const presence = gateway && new Presence(bus, id, VERSION);
  let stopSharing: (() => Promise<void>) | undefined;
  return {
    isGateway: gateway !== undefined,
    take: (incoming, outgoing) => calls?.take(incoming, outgoing) ?? false,
    enter: worker?.door.enter ?? pass,
    route: door?.route ?? pass,
    routes: gateway && door ? fleetRoutes(gateway, door) : new Hono(),
    enterUpgrade: (request, socket, serve) => worker?.door.upgrade(request, socket, serve) ?? false,
    upgrade: (request, socket, head) => door?.upgrade(request, socket, head) ?? false,
    liveLink: (session) => worker?.sessions.liveLink(session),
    whyNotReady: () => (bus.isUp ? undefined : 'NATS does not answer.'),
    async join(url) {
      await presence?.join();
      stopSharing = await sharePages(parts, { bus, id, key: joined.keys.pages });
      await worker?.join(url);
      fleetSessions?.start();
    },
    drain: async () => worker?.drain(),
    async leave() {
      fleetSessions?.stop();
      await stopSharing?.();
      await presence?.leave();
      await worker?.leave();
      await bus.close();
    },
  };
}

function workerPart({ bus, id, keys, states, files, labels, advertiseUrl, gateway, end }: Joined, parts: ServerParts) {
  const { conversations, access, served, log, engineOf } = parts;
  const sessions = new WorkerSessions({ conversations, states, files, log, engineOf });
  const door = new WorkerDoor({ keys, access, served, sessions, isGateway: gateway !== undefined, onDrain: end });
  workerMetrics(parts.metrics, sessions);
  const sweep = setInterval(() => void sessions.releaseUnused(), SWEEP_MS);
  let worker: FleetWorker | undefined;
  return {
    door,
    sessions,
    async join(url: string): Promise<void> {
      worker = new FleetWorker({
        bus,
        id,
        url: advertiseUrl ?? url,
        slots: conversations.maxSessions,
        labels,
        version: VERSION,
        isGateway: gateway !== undefined,
        onLost: (session) => void sessions.lose(session),
        onFenced: () => sessions.fence(),
      });
      door.serveFor(worker);
      await worker.join();
      log.write('info', 'worker joined the fleet', { worker: id, url: advertiseUrl ?? url });
    },
    async drain(): Promise<void> {
      await worker?.drain();
      await sessions.moveAll();
    },
    async leave(): Promise<void> {
      clearInterval(sweep);
      await worker?.leave();
    },
  };
}
