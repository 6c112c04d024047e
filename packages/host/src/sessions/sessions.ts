import { BtcpError, type ControlState } from '@btcp/protocol';
import type { BrowserEngine, Conversation, Conversations, SessionEvents } from '@btcp/tools';

/** The answer of `GET /browser/status`. */
export interface BrowserStatus {
  active: boolean;
  sessionId: string | null;
  ownership: 'single' | 'per-session';
  sessions: string[];
}

/** The same, with who drives the browser of that session; null without a browser. */
export type DrivenStatus = BrowserStatus & { control: ControlState | null };

/** Which browser a session works in. */
export interface Sessions {
  use(sessionId: string): Conversation;
  watched(sessionId: string | undefined): { session: string; conversation: Conversation };
  events(sessionId: string): SessionEvents;
  status(sessionId: string | undefined): BrowserStatus;
  close(sessionId: string): Promise<boolean>;
  /** Called when a session may no longer watch its browser. */
  subscribe(listener: () => void): () => void;
}

/** Every session has a browser of its own. */
export class OwnBrowsers implements Sessions {
  readonly #conversations: Conversations;
  readonly #engineOf: (sessionId: string) => BrowserEngine | undefined;

  /** `engineOf` reads from the name of a session which engine it asks for; undefined is the usual one. */
  constructor(
    conversations: Conversations,
    engineOf: (sessionId: string) => BrowserEngine | undefined = () => undefined,
  ) {
    this.#conversations = conversations;
    this.#engineOf = engineOf;
  }

  use(sessionId: string): Conversation {
    return this.#conversations.get(sessionId, this.#engineOf(sessionId));
  }

  watched(sessionId: string | undefined) {
    const session = sessionId ?? this.#onlyOne();
    return { session, conversation: this.use(session) };
  }

  events(sessionId: string): SessionEvents {
    return this.use(sessionId).events;
  }

  status(sessionId: string | undefined): BrowserStatus {
    const sessions = this.#conversations.openIds;
    const [only] = sessions;
    const shown = sessionId ?? (sessions.length === 1 ? only : undefined);
    const active = sessionId === undefined ? sessions.length > 0 : sessions.includes(sessionId);
    return { active, sessionId: active ? (shown ?? null) : null, ownership: 'per-session', sessions };
  }

  close(sessionId: string): Promise<boolean> {
    return this.#conversations.close(sessionId);
  }

  subscribe(): () => void {
    return () => {};
  }

  #onlyOne(): string {
    const [only, ...others] = this.#conversations.openIds;
    if (only !== undefined && others.length === 0) return only;
    throw new BtcpError(
      only === undefined ? 'browser_unavailable' : 'ambiguous',
      only === undefined ? 'No browser is open.' : 'Several sessions have a browser.',
      { hint: 'Name the session: /browser/stream?sessionId=ID.' },
    );
  }
}

/** Returns the status of a session's browser, or of the only one when none is named. */
export function statusOf(sessions: Sessions, sessionId: string | undefined): DrivenStatus {
  const status = sessions.status(sessionId);
  const isShown = status.active && status.sessionId !== null && (sessionId ?? status.sessionId) === status.sessionId;
  const control = isShown ? sessions.watched(status.sessionId ?? undefined).conversation.lease.state : null;
  return { ...status, control };
}
