import type { ErrorCode } from '../errors/error-codes.js';
import type { PageChanges } from '../page/changes.js';
import type { PageCommand } from './page-commands.js';

/** The tool under which a connected page offers to be driven. */
export const PAGE_TOOL = 'browser_agent';

/** Where a page is after a command. */
export interface PageWhere {
  url: string;
  title: string;
}

/** The reply to a page command. */
export type PageReply<Answer = unknown> =
  | {
      id: string | number;
      success: true;
      data: Answer;
      page: PageWhere;
      /** Only after an action on a page that was read before. */
      changes?: PageChanges[];
      title?: string;
    }
  | { id: string | number; success: false; error: string; errorCode: ErrorCode; suggestions: string[] };

/** Anything that accepts page commands; the caller checks the replies, because pages are untrusted. */
export interface PageCommands {
  execute(command: PageCommand & { id?: string | number }): Promise<unknown>;
}
