import type { UserQuestion } from '../../conversations/conversation.js';
import type { RequestInput } from '../../conversations/user-request.js';
import type { Image, KeptFile } from '../../port/browser-session.js';
import type { ShieldedSession } from '../../secrets/shield.js';

/** A hold on the browser of a conversation, as tools get it. */
export interface ToolBrowser extends Disposable {
  readonly session: ShieldedSession;
}

/** All that a tool gets. Whose browser it is, is closed over: a tool cannot name another conversation. */
export interface ToolContext {
  /** This conversation's browser, started if need be and held until the call ends. */
  browser(): Promise<ToolBrowser>;
  /** Ends this conversation's browser; false when there was none. */
  closeBrowser(): Promise<boolean>;
  /** Shows a picture to the model, beside the text. */
  addImage(image: Image): void;
  /** Names a file that the call has left in the session's folder. */
  addFile(file: KeptFile): void;
  /** Asks a person to do something in this conversation's browser. */
  askUser(request: RequestInput): Promise<UserQuestion>;
  /** Aborted when the caller gives up. */
  readonly signal: AbortSignal;
}
