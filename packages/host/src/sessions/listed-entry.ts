import type { ListedSession } from '@btcp/protocol';
import type { Conversation } from '@btcp/tools';

/** A session in the list of all, wherever its browser runs. */
export interface ListedEntry {
  readonly id: string;
  readonly owner: string | undefined;
  readonly callerName: string | undefined;
  readonly isListed: boolean;
  /** Undefined when it has ended, or its browser runs on another server. */
  readonly conversation: Conversation | undefined;
  givenName: string | undefined;
  describe(): ListedSession;
  takePicture(): Promise<Uint8Array | undefined>;
}
