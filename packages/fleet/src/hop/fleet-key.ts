import { hkdfSync } from 'node:crypto';
import { BtcpError } from '@btcp/protocol';
import { seal, unseal } from '../sealing/sealed.js';

const MIN_KEY_LENGTH = 32;
const KEY_BYTES = 32;
const WORKER_KEY = /^btcp-worker\.([\w-]+)\.([\w-]{43})\.([\w-]{43})$/;
// More than a worker has sessions.
const MAX_LEARNED = 10_000;

/** The keys of one server of a fleet. */
export interface FleetKeys {
  /** Who the key was made for; undefined for the key of the whole fleet. */
  readonly name: string | undefined;
  hop(worker: string): Buffer;
  session(session: string): Buffer;
  /** Returns the key of a session for one worker, encrypted. */
  give(session: string, worker: string): string;
  /** Keeps the key of a session that a gateway has given to this worker. */
  learn(session: string, worker: string, given: string): void;
  pages: Buffer;
  link: Buffer;
  workspace: Buffer;
  /** Names sessions of MCP so that every gateway knows whose they are. */
  mcpSession: Buffer;
  /** Lets a connected page keep its session at another gateway. */
  pageSession: Buffer;
  access: Buffer;
}

/** Derives the keys of a server: from the key of the fleet, or from that of one worker, which opens what the worker was given. */
export function fleetKeys(secret: string): FleetKeys {
  const [, name, own, pages] = WORKER_KEY.exec(secret) ?? [];
  if (name !== undefined && own !== undefined && pages !== undefined) return workerKeys(name, own, pages);
  if (secret.length < MIN_KEY_LENGTH)
    throw new BtcpError('invalid_input', `The fleet key has ${secret.length} characters.`, {
      hint: `Use at least ${MIN_KEY_LENGTH}: node -p "crypto.randomBytes(32).toString('base64url')" makes one.`,
    });
  const session = (id: string) => derive(secret, `session ${id}`);
  // Every call asks for both, and deriving takes longer than the rest of signing it.
  const hop = remembered((name) => derive(ownKey(secret, name), 'hop'));
  const give = remembered((name, id) => seal(giving(ownKey(secret, name)), [id], session(id)).toString('base64url'));
  return {
    name: undefined,
    hop: (worker) => hop(nameOf(worker), ''),
    session,
    give: (id, worker) => give(nameOf(worker), id),
    learn: () => {},
    pages: derive(secret, 'pages'),
    link: derive(secret, 'link'),
    workspace: derive(secret, 'workspace'),
    mcpSession: derive(secret, 'mcp-session'),
    pageSession: derive(secret, 'page-session'),
    access: derive(secret, 'access'),
  };
}

/** Makes the key of one worker: with it no other worker can be called, and no session opened that it was not given. */
export function workerKey(secret: string, name: string): string {
  return `btcp-worker.${name}.${ownKey(secret, name).toString('base64url')}.${derive(secret, 'pages').toString('base64url')}`;
}

/** Ids of servers begin with their name. */
export function nameOf(id: string): string {
  return id.split('.', 1)[0] ?? id;
}

function workerKeys(name: string, own: string, pages: string): FleetKeys {
  const ownBytes = Buffer.from(own, 'base64url');
  const hop = derive(ownBytes, 'hop');
  const learned = new Map<string, Buffer>();
  const refuse = (what: string) => (): never => {
    throw new BtcpError('denied', `The key of worker ${name} does not open ${what}.`, {
      hint: 'Only gateways have the key of the fleet.',
    });
  };
  return {
    name,
    hop: () => hop,
    session: (id) => learned.get(id) ?? refuse(`session ${id}`)(),
    give: refuse('sessions'),
    learn(id, _worker, given) {
      const key = unseal(giving(ownBytes), [id], Buffer.from(given, 'base64url'));
      learned.delete(id);
      learned.set(id, key);
      const [oldest] = learned.keys();
      if (learned.size > MAX_LEARNED && oldest !== undefined) learned.delete(oldest);
    },
    pages: Buffer.from(pages, 'base64url'),
    // A worker makes neither links nor names: gateways do.
    link: derive(ownBytes, 'link'),
    workspace: derive(ownBytes, 'workspace'),
    mcpSession: derive(ownBytes, 'mcp-session'),
    pageSession: derive(ownBytes, 'page-session'),
    access: derive(ownBytes, 'access'),
  };
}

// Makes each value once, and forgets the oldest.
function remembered<Value>(make: (name: string, id: string) => Value): (name: string, id: string) => Value {
  const made = new Map<string, Value>();
  return (name, id) => {
    const key = JSON.stringify([name, id]);
    const value = made.get(key) ?? make(name, id);
    made.set(key, value);
    const [oldest] = made.keys();
    if (made.size > MAX_LEARNED && oldest !== undefined) made.delete(oldest);
    return value;
  };
}

function ownKey(secret: string, name: string): Buffer {
  return derive(secret, `worker ${name}`);
}

function giving(own: Buffer): Buffer {
  return derive(own, 'session keys');
}

function derive(secret: string | Buffer, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'btcp-fleet', use, KEY_BYTES));
}
