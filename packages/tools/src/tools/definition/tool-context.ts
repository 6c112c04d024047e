import type { UserQuestion } from '../../conversations/conversation.js';
import type { RequestInput } from '../../conversations/user-request.js';
import type { Image, KeptFile } from '../../port/browser-session.js';
import type { ShieldedSession } from '../../secrets/shield.js';

/** A hold on the browser for one tool call. */
export interface ToolBrowser extends Disposable {
  readonly session: ShieldedSession;
}

/** The context of a tool call, which cannot name another conversation. */
export interface ToolContext {
  browser(): Promise<ToolBrowser>;
  closeBrowser(): Promise<boolean>;
  addImage(image: Image): void;
  addFile(file: KeptFile): void;
  /** Programs get the lines, models do not. */
  setRefLines(lines: Record<string, number>): void;
  askUser(request: RequestInput): Promise<UserQuestion>;
  readonly maxInline?: number | undefined;
  readonly signal: AbortSignal;
}
