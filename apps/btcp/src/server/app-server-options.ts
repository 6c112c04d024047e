import type { Duplex } from 'node:stream';
import type { EngineOptions } from '@btcp/chrome';
import type { LiveApp, McpHttpHandler } from '@btcp/mcp';
import type { ConversationsOptions, ToolChoice } from '@btcp/tools';
import type { Fleet } from '../fleet/fleet-member.js';
import type { HistoryLimits } from '../history/history-store.js';
import type { IdentityOptions } from '../identity/identity-options.js';
import type { Observing } from '../observing/observing.js';
import type { DatabaseAddress } from '../settings/database.js';
import type { PublicAddress } from '../settings/public-address.js';
import type { QuotaLimits } from '../team/quotas.js';
import type { VerbServer } from '../verbs/run-line.js';
import type { JoinOptions } from '../wire/join-request.js';

export interface AppServerOptions {
  host: string;
  port: number;
  /** Null turns authentication off. */
  token: string | null;
  chrome: EngineOptions;
  /** PostgreSQL for the workspace, in place of a file; several servers can share it. */
  database?: DatabaseAddress | undefined;
  allowedOrigins: string[];
  publicAddress?: PublicAddress | undefined;
  /** Whether to trust the `X-Forwarded-*` headers of an address; none is trusted when left out. */
  isTrustedProxy?: ((address: string | undefined) => boolean) | undefined;
  sessions: ConversationsOptions;
  tools: ToolChoice;
  /** Tools have the names of this other server at `/mcp`. */
  aliases?: string | undefined;
  ownership?: 'per-session' | 'single' | undefined;
  timeout?: number | undefined;
  /** Milliseconds after which a model that sends nothing is reported. */
  modelSilence?: number | undefined;
  demoPace?: number | undefined;
  /** Flags of `btcp serve` for agent hosts in child processes. */
  hostFlags?: readonly string[] | undefined;
  /** Secrets for such a host, which flags would show to everybody on the machine. */
  hostEnvironment?: NodeJS.ProcessEnv | undefined;
  /** Ports of this machine that no page may reach, in addition to those of this server. */
  closedPorts?: readonly number[] | undefined;
  streamPort?: number | undefined;
  /** How much is kept of what was done in sessions; nothing when left out. */
  history?: HistoryLimits | undefined;
  dataDirectory: string;
  stateDirectory: string;
  /** Whether MCP results carry structured data; true when left out. */
  structured?: boolean | undefined;
  /** When clients with MCP Apps show the live view inside the chat; never when left out. */
  chatView?: LiveApp['opensWith'] | undefined;
  observing?: Observing | undefined;
  quotas?: QuotaLimits | undefined;
  metricsToken?: string | undefined;
  /** The fleet that the server joins; left out for a server on its own. */
  fleet?: Fleet | undefined;
  identity?: IdentityOptions | undefined;
  /** Replaces the tools at `/mcp`; for the conformance suite. */
  mcp?: McpHttpHandler;
}

export interface AppServer {
  url: string;
  publicUrl: string;
  /** Runs tools for the commands of this user, without HTTP. */
  commands(signal: AbortSignal): VerbServer;
  /** Serves MCP to a `btcp mcp` of this user until it leaves. Throws if its tools cannot be chosen so. */
  join(client: Duplex, options: JoinOptions): () => Promise<void>;
  signInLink(): Promise<string>;
  isInUse(): boolean;
  drain(): Promise<void>;
  close(): Promise<void>;
}
