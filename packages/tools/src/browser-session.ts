import type { Snapshot, SnapshotOptions } from '@btcp/protocol';

/** Where the agent is, told after every call. */
export interface PageInfo {
  url: string;
  title: string;
  /** The HTTP status of the document; null where there was no HTTP answer. */
  status: number | null;
  /** The id of the tab, stable for its lifetime. */
  tab: string;
  loading: boolean;
}

export type WaitUntil = 'load' | 'domcontentloaded' | 'networkidle';

export interface NavigateOptions {
  waitUntil: WaitUntil;
  /** In milliseconds. */
  timeout: number;
  signal: AbortSignal;
}

/**
 * One browser of one conversation: the port between tools and engines.
 * It belongs to the tools: a method is added when a tool needs it, and every engine then implements it.
 */
export interface BrowserSession {
  /** False once the browser has died or was closed; the next call then gets a new one. */
  readonly alive: boolean;
  page(): Promise<PageInfo>;
  navigate(url: string, options: NavigateOptions): Promise<void>;
  snapshot(options: SnapshotOptions & { signal: AbortSignal }): Promise<Snapshot>;
  close(): Promise<void>;
}

/** Starts browsers. Chrome is one engine; a page that a person has open is another. */
export interface BrowserEngine {
  open(conversationId: string): Promise<BrowserSession>;
  /** Ends everything that the engine has started. */
  close(): Promise<void>;
}
