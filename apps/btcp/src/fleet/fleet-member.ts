import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Records } from '@btcp/access';
import type { Broker } from '@btcp/broker';
import type { RecordKind, SharedRecords } from '@btcp/fleet';
import type { AccessOptions, LiveLinks } from '@btcp/host';
import type { BrowserEngine, Conversations } from '@btcp/tools';
import type { Hono, MiddlewareHandler } from 'hono';
import type { Log } from '../observing/logging/log.js';
import type { ServerMetrics } from '../observing/metrics/server-metrics.js';
import type { OutsideSessions } from '../outside/outside-sessions.js';
import type { NamedToken } from '../system/named-tokens.js';
import type { Audited } from '../team/audited.js';
import type { SharedToken } from '../team/shared-tokens.js';

/** Carries the id of a session of MCP (2025), which the gateway chooses. */
export const MCP_SESSION_HEADER = 'btcp-mcp-session';

export interface ServerParts {
  conversations: Conversations;
  broker: Broker;
  outside: OutsideSessions;
  served: Hono;
  access: AccessOptions;
  links: LiveLinks;
  metrics: ServerMetrics;
  log: Log;
  audited: Audited;
  isLocal(session: string): boolean;
  /** The engine that keeps to the hosts of somebody in the team; undefined for the usual one. */
  engineOf(caller: NamedToken): BrowserEngine | undefined;
  liveLink(session: string): Promise<string>;
}

export interface FleetMember {
  readonly isGateway: boolean;
  /** Before the app: whether a call with the token of the server was taken. */
  take(incoming: IncomingMessage, outgoing: ServerResponse): false | Promise<boolean>;
  /** First of all: requests of gateways. */
  enter: MiddlewareHandler;
  /** After the checks of access: requests of clients. */
  route: MiddlewareHandler;
  routes: Hono;
  /** First of all: viewers that a gateway pipes here; false for others. */
  enterUpgrade(request: IncomingMessage, socket: Duplex, serve: () => void): boolean;
  /** Viewers of a session that a worker has; false for others. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  liveLink(session: string): string | undefined;
  /** Why a load balancer should not send clients here. */
  whyNotReady(): string | undefined;
  join(url: string): Promise<void>;
  drain(): Promise<void>;
  leave(): Promise<void>;
}

export interface SharedAccess {
  linkKey: Buffer;
  records<Value extends { expires: number }>(kind: RecordKind): Records<Value>;
  tokens: SharedRecords<SharedToken>;
}

export interface Fleet {
  sealingKey: Buffer;
  /** Of gateways alone: a worker is not reached by people. */
  shared: SharedAccess | undefined;
  pageKey: Buffer;
  /** Whether a gateway opened this session of MCP (2025) for somebody in the team. */
  isMcpSessionOf(session: string, person: string): boolean;
  member(parts: ServerParts): FleetMember;
  close(): Promise<void>;
}
