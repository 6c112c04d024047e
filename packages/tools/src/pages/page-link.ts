import type { PageChanges, PageCommand, PageWhere } from '@btcp/protocol';

/** How long a command of a page may take, and what cancels it. */
export interface PageCommandOptions {
  /** Milliseconds. */
  timeout?: number;
  signal?: AbortSignal;
}

/** A reply whose form was checked; what the data of a page says is still to be read with care. */
export interface CheckedReply {
  data: Record<string, unknown>;
  /** None from a page that loads an older BrowserAgent. */
  page?: PageWhere | undefined;
  changes?: PageChanges[] | undefined;
  /** The document is being unloaded, so this reply is its last. */
  isLeaving: boolean;
}

/** The reply to a command that may lead to another document, and whether it did. */
export interface Followed extends CheckedReply {
  hasLeft: boolean;
}

/** The way to the BrowserAgent of a page, wherever that page is. */
export interface PageLink {
  /** False once the page is gone for good. */
  readonly alive: boolean;
  /** Runs one command in the page, and throws its error. */
  command(command: PageCommand, options?: PageCommandOptions): Promise<CheckedReply>;
  /** As `command`; where it leads to another document, later commands go there. */
  follow(command: PageCommand, options: { timeout: number; signal: AbortSignal }): Promise<Followed>;
}
