import type { PageChanges, PageCommand, PageWhere } from '@btcp/protocol';

export interface PageCommandOptions {
  timeout?: number;
  signal?: AbortSignal;
}

/** A reply whose form was checked, but not its data. */
export interface CheckedReply {
  data: Record<string, unknown>;
  /** Missing from an older BrowserAgent. */
  page?: PageWhere | undefined;
  changes?: PageChanges[] | undefined;
  title?: string | undefined;
  isLeaving: boolean;
}

/** A reply, and whether the command led to another document. */
export interface FollowedReply extends CheckedReply {
  hasLeft: boolean;
}

/** The connection to the BrowserAgent of a page. */
export interface PageLink {
  readonly alive: boolean;
  command(command: PageCommand, options?: PageCommandOptions): Promise<CheckedReply>;
  /** If the command leads to another document, later commands go there. */
  follow(command: PageCommand, options: { timeout: number; signal: AbortSignal }): Promise<FollowedReply>;
}
