import type { UserQuestion } from '../../conversations/conversation.js';
import type { RequestInput } from '../../conversations/user-request.js';
import type { Image, KeptFile } from '../../port/browser-session.js';
import type { ShieldedSession } from '../../secrets/shield.js';

/** A hold on the browser, for a tool. */
export interface ToolBrowser extends Disposable {
  readonly session: ShieldedSession;
}

/** What a tool gets. A tool cannot name another conversation. */
export interface ToolContext {
  /** This conversation's browser, held until the call ends. */
  browser(): Promise<ToolBrowser>;
  closeBrowser(): Promise<boolean>;
  addImage(image: Image): void;
  /** Adds a file to the result. */
  addFile(file: KeptFile): void;
  /** Adds which line of the tree shows each ref; programs get it, models do not. */
  addRefLines(lines: Record<string, number>): void;
  askUser(request: RequestInput): Promise<UserQuestion>;
  readonly signal: AbortSignal;
}
