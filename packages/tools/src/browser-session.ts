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
  navigate(url: string, options: NavigateOptions): Promise<void>;
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
  close(): Promise<void>;
}

/** Starts browsers. Chrome is one engine; a page that a person has open is another. */
export interface BrowserEngine {
  /** `restore` is the address that a browser of the conversation was at when it died. */
  open(conversationId: string, restore?: string): Promise<BrowserSession>;
  /** Ends everything that the engine has started. */
  close(): Promise<void>;
}
