import type { Plugin } from './plugin.js';
import type { Transport } from './transport.js';

/** A bearer token, or a function that fetches a fresh one for every connection. */
export interface AuthConfig {
  type: 'bearer';
  token: string | (() => string | Promise<string>);
}

/** Called when a tool or an agent needs capabilities that are not granted; returns those to grant. */
export type GrantCallback = (request: {
  capabilities: string[];
  /** Absent when an agent asks before any call. */
  tool?: string | undefined;
}) => boolean | string[] | Promise<boolean | string[]>;

/** Where a client connects, and what it grants. */
export interface BTCPClientOptions {
  /** `ws:`, `wss:`, `http:` or `https:`. A bare origin gets the path `/btcp`. */
  serverUrl: string;
  /** Default: WebSocket for `ws(s)` if there is one, otherwise HTTP streaming. */
  transport?: 'websocket' | 'http-streaming' | Transport;
  autoReconnect?: boolean;
  /** Milliseconds before the first retry, doubled each time. Default 1000. */
  reconnectInterval?: number;
  maxReconnectAttempts?: number;
  auth?: AuthConfig;
  metadata?: Record<string, unknown>;
  /** Capabilities granted to this page's tools, or a function that asks the person. Default none. */
  grants?: string[] | GrantCallback;
  /** Milliseconds for a handler, or for an answer to `send`. Default 30000. */
  timeout?: number;
  /** Milliseconds of silence before the server must answer a ping. Default 25000; 0 turns it off. */
  heartbeatInterval?: number;
  /** In characters, either way. Default 10 MiB. */
  maxMessageSize?: number;
  /** Cleans text for `sanitize`. Default: the page's DOMPurify, or its default Trusted Types policy. */
  sanitizer?: (text: string) => string;
  /** Serve tools (`browser`, the default) or call those of others (`agent`). */
  clientType?: 'browser' | 'agent';
  plugins?: PluginFactory[];
}

/** Creates a plugin, once per client. */
export type PluginFactory = (options: BTCPClientOptions) => Plugin;
