/** What ran a script or sent a request. */
export interface ScriptContext {
  context: 'page' | 'worker' | 'service worker';
  tab?: string;
}

/** A line of the console. */
export interface ConsoleEntry extends ScriptContext {
  /** As the page called it: log, warning, error, info, debug, … */
  type: string;
  /** Never cut here: results cut it when they show it. */
  text: string;
  args?: string[];
  time: number;
  url?: string;
  line?: number;
  /** `src/cart.ts:12:5`, where the script has a source map. */
  source?: string;
}

/** A request and its outcome. */
export interface NetworkEntry extends ScriptContext {
  /** Names the request in `networkRequest`. */
  id?: number;
  url: string;
  method: string;
  type: string;
  time: number;
  status?: number;
  contentType?: string;
  source?: 'network' | 'service worker' | 'disk cache' | 'memory cache' | 'prefetch cache';
  responseTime?: number;
  duration?: number;
  /** Bytes on the wire. */
  size?: number;
  failure?: string;
  socket?: { state: 'connecting' | 'open' | 'closed'; sent: number; received: number };
}

/** Captured entries, oldest first, and the number of older ones that were dropped. */
export interface Captured<T> {
  entries: T[];
  dropped: number;
}

/** A request with all that is known of it. */
export interface RequestDetails {
  entry: NetworkEntry;
  statusText?: string | undefined;
  protocol?: string | undefined;
  /** Values of headers that carry credentials are masked. */
  requestHeaders: Record<string, string>;
  responseHeaders: Record<string, string>;
  timing: Record<string, number>;
  requestBody?: string | undefined;
  /** As text; a file where it is not text; a problem where it cannot be had. */
  responseBody: { text: string } | { file: string; size: number } | { problem: string };
}

export const FAILURES = [
  'failed',
  'aborted',
  'timedout',
  'accessdenied',
  'connectionclosed',
  'connectionreset',
  'connectionrefused',
  'connectionaborted',
  'connectionfailed',
  'namenotresolved',
  'internetdisconnected',
  'addressunreachable',
] as const;

/** What happens to requests whose address matches. */
export interface RouteRule {
  /** An address in which `*` stands for anything but a slash and `**` for anything. */
  pattern: string;
  action: 'mock' | 'block' | 'fail' | 'delay' | 'rewrite';
  method?: string | undefined;
  delay?: number | undefined;
  status?: number | undefined;
  /** Of the answer, or of the request that is rewritten; an empty value takes a header away. */
  headers?: Readonly<Record<string, string>> | undefined;
  body?: string | undefined;
  url?: string | undefined;
  reason?: (typeof FAILURES)[number] | undefined;
  times?: number | undefined;
}

/** A rule, and how many requests it has met. */
export interface RouteInfo extends RouteRule {
  used: number;
}

/** What to do with the rules; the newest that matches counts. */
export type RouteCommand =
  | { action: 'list' }
  | { action: 'add'; rule: RouteRule }
  | { action: 'remove'; pattern?: string | undefined };

/** What an origin gets with every request, and no other origin. */
export interface OriginHeaders {
  origin: string;
  /** None takes them away. */
  headers: Readonly<Record<string, string>>;
  login?: { username: string; password: string } | undefined;
}

/** How good the network is. */
export interface NetworkConditions {
  name?: string | undefined;
  offline: boolean;
  latency: number;
  /** Bytes per second; -1 for no limit. */
  download: number;
  upload: number;
}

/** Records requests to a file, or answers requests from one. */
export type HarCommand =
  | { action: 'start' }
  | { action: 'stop'; path?: string | undefined }
  | { action: 'replay'; path: string; notFound: 'fail' | 'continue' }
  | { action: 'end' };

/** A file of requests. */
export interface HarOutcome {
  path?: string | undefined;
  size?: number | undefined;
  entries: number;
}
