import type { Plugin } from './plugin.js';
import type { Transport } from './transport.js';

/** A bearer token, or a function that fetches a fresh one for every connection. */
export interface AuthConfig {
  type: 'bearer';
  token: string | (() => string | Promise<string>);
}

/** Asked when a tool or an agent needs capabilities that are not granted: answers with those to grant. */
export type GrantCallback = (request: {
  capabilities: string[];
  /** The tool about to be called; absent when an agent asks ahead. */
  tool?: string | undefined;
}) => boolean | string[] | Promise<boolean | string[]>;

/** Where a client connects, as whom, and what it grants. */
export interface BTCPClientOptions {
  /** `ws:`, `wss:`, `http:` or `https:`. A bare origin gets the path `/btcp`. */
  serverUrl: string;
  /** By default from the scheme: WebSocket for `ws(s)` where there is one, otherwise HTTP streaming. */
  transport?: 'websocket' | 'http-streaming' | Transport;
  /** Connect again when the connection is lost. Default true. */
  autoReconnect?: boolean;
  /** Milliseconds before the first attempt to reconnect; doubles with each further one. Default 1000. */
  reconnectInterval?: number;
  /** Default: no limit. */
  maxReconnectAttempts?: number;
  auth?: AuthConfig;
  /** Sent to the server on connecting. */
  metadata?: Record<string, unknown>;
  /** Capabilities granted to this page's tools, or a function that asks the person. None by default. */
  grants?: string[] | GrantCallback;
  /** Milliseconds that a handler, or an answer to `send`, may take. Default 30000. */
  timeout?: number;
  /** Milliseconds of silence after which the server is asked for a sign of life. Default 25000; 0 turns it off. */
  heartbeatInterval?: number;
  /** Largest message either way, in characters. Default 10 MiB. */
  maxMessageSize?: number;
  /** Cleans text for `sanitize`; by default the page's DOMPurify or its default Trusted Types policy. */
  sanitizer?: (text: string) => string;
  /** Serve tools (`browser`, the default) or call those of others (`agent`). */
  clientType?: 'browser' | 'agent';
  /** Further abilities for tools, such as `sandboxes` of `@btcp/client/sandboxes`. */
  plugins?: PluginFactory[];
}

/** Called once per client. */
export type PluginFactory = (options: BTCPClientOptions) => Plugin;
