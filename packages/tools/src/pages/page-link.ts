import type { PageChanges, PageCommand, PageWhere } from '@btcp/protocol';

/** How long a command of a page may take, and what cancels it. */
export interface PageCommandOptions {
  timeout?: number;
  signal?: AbortSignal;
}

/** A reply whose form was checked; its data was not. */
export interface CheckedReply {
  data: Record<string, unknown>;
  /** Missing from an older BrowserAgent. */
  page?: PageWhere | undefined;
  changes?: PageChanges[] | undefined;
  /** The document is being unloaded, so this reply is its last. */
  isLeaving: boolean;
}

/** A reply, and whether the command led to another document. */
export interface FollowedReply extends CheckedReply {
  hasLeft: boolean;
}

/** The way to the BrowserAgent of a page. */
export interface PageLink {
  readonly alive: boolean;
  /** Runs one command in the page, and throws its error. */
  command(command: PageCommand, options?: PageCommandOptions): Promise<CheckedReply>;
  /** As `command`; where it leads to another document, later commands go there. */
  follow(command: PageCommand, options: { timeout: number; signal: AbortSignal }): Promise<FollowedReply>;
}
