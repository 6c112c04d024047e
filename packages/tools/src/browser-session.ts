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
  /** The dialog that blocks the page, if one is open. */
  dialog?: Dialog;
  /** True when a crash or a kill was mended by opening the last address again. */
  restored?: boolean;
}

/** An alert, confirm or prompt that waits for an answer. */
export interface Dialog {
  type: 'alert' | 'confirm' | 'prompt' | 'beforeunload';
  message: string;
  /** What a prompt offers. */
  defaultText?: string;
}

export interface TabInfo {
  id: string;
  url: string;
  title: string;
  active: boolean;
}

/** Who ran a script or sent a request. */
export interface ScriptContext {
  context: 'page' | 'worker' | 'service worker';
  /** The tab that it belongs to; a service worker belongs to none. */
  tab?: string;
}

export interface ConsoleEntry extends ScriptContext {
  /** As the page called it: log, warning, error, info, debug, … */
  type: string;
  /** Whole, however long: what a reader is shown is cut when it is shown. */
  text: string;
  /** Milliseconds since 1970. */
  time: number;
  url?: string;
  line?: number;
}

export interface NetworkEntry extends ScriptContext {
  url: string;
  method: string;
  /** document, script, fetch, image, … */
  type: string;
  /** Milliseconds since 1970. */
  time: number;
  status?: number;
  contentType?: string;
  source?: 'network' | 'service worker' | 'disk cache' | 'memory cache' | 'prefetch cache';
  /** Milliseconds until the answer began. */
  responseTime?: number;
  /** Milliseconds until all was there. */
  duration?: number;
  /** Bytes on the wire. */
  size?: number;
  /** Why it failed. */
  failure?: string;
}

/** What was captured, oldest first, and how much more there was than could be kept. */
export interface Captured<T> {
  entries: T[];
  dropped: number;
}

/** A file that a page gave out instead of a page. */
export interface Download {
  url: string;
  /** As the server called it. */
  name: string;
  path: string;
  size: number;
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
  /** The address to open again in a new browser, when this one has died. */
  readonly lastUrl: string;
  page(): Promise<PageInfo>;
  /** Resolves with the download where the address gave a file; the page stays as it was then. */
  navigate(url: string, options: NavigateOptions): Promise<Download | undefined>;
  back(options: NavigateOptions): Promise<void>;
  forward(options: NavigateOptions): Promise<void>;
  reload(options: NavigateOptions): Promise<void>;
  tabs(): Promise<TabInfo[]>;
  /** Opens an empty tab and works in it from then on. */
  openTab(): Promise<void>;
  selectTab(id: string): Promise<void>;
  closeTab(id: string): Promise<void>;
  resize(size: { width: number; height: number }): Promise<void>;
  /** Answers the open dialog, and tells what it was. */
  answerDialog(accept: boolean, text?: string): Promise<Dialog>;
  snapshot(options: SnapshotOptions & { signal: AbortSignal }): Promise<Snapshot>;
  consoleLogs(): Promise<Captured<ConsoleEntry>>;
  /** Tells how many entries it has discarded. */
  clearConsoleLogs(): Promise<number>;
  networkRequests(): Promise<Captured<NetworkEntry>>;
  clearNetworkRequests(): Promise<number>;
  /** Keeps data as a file of this session, and tells its path. */
  saveFile(name: string, data: string | Uint8Array): Promise<string>;
  close(): Promise<void>;
}

/** Starts browsers. Chrome is one engine; a page that a person has open is another. */
export interface BrowserEngine {
  /** `restore` is the address that a browser of the conversation was at when it died. */
  open(conversationId: string, restore?: string): Promise<BrowserSession>;
  /** Ends everything that the engine has started. */
  close(): Promise<void>;
}
