import type {
  ControlState,
  ErrorCode,
  LiveDialog,
  LiveDownload,
  UserRequest,
  UserRequestOutcome,
} from '@btcp/protocol';
import type { HandsTally } from '../port/live-browser.js';

/** What a person did who drove: how much, and where they ended, but nothing that they have typed. */
export interface Drive extends HandsTally {
  /** Milliseconds. */
  duration: number;
  isPrivate: boolean;
  /** The address without its query; of a private drive the origin only. Empty where the page is none of the web. */
  url: string;
}

/** What happened in a session, told at the moment it happens. Nothing of it holds what anybody has typed. */
export type SessionEventBody =
  | { type: 'browser_active'; active: boolean }
  | { type: 'navigation'; tab: string; url: string }
  | { type: 'tab'; tab: string; change: 'opened' | 'closed' | 'active' }
  | { type: 'tool_call'; call: number; name: string; arguments: Record<string, unknown> }
  | { type: 'tool_result'; call: number; name: string; success: boolean; error?: ErrorCode; duration: number }
  | { type: 'control'; control: ControlState }
  | ({ type: 'driven' } & Drive)
  | { type: 'user_request'; request: UserRequest; link?: string }
  | { type: 'user_request_ended'; request: string; outcome: UserRequestOutcome }
  | { type: 'dialog'; tab: string; dialog: LiveDialog | null }
  | { type: 'download'; download: LiveDownload }
  | { type: 'crash'; tab?: string }
  | { type: 'restored'; url: string }
  | { type: 'ownership'; owner: string | null }
  | { type: 'ownership_request'; from: string; message?: string };

/** Something that happened in a session, numbered and with its time. */
export type SessionEvent = SessionEventBody & {
  /** Grows with every event, over restarts as well. */
  id: number;
  /** Milliseconds since 1970. */
  time: number;
};

const MOST_KEPT = 1_000;

/** The newest events of one session. A reader who was away goes on where it stopped. */
export class SessionEvents {
  readonly #listeners = new Set<(event: SessionEvent) => void>();
  #kept: SessionEvent[] = [];
  /** From the clock, so that the events of a later session or server never seem to be old ones. */
  #lastId = Date.now();

  add(body: SessionEventBody): void {
    this.#lastId = Math.max(this.#lastId + 1, Date.now());
    this.pass({ ...body, id: this.#lastId, time: Date.now() });
  }

  /** Whether anybody listens. */
  get isHeard(): boolean {
    return this.#listeners.size > 0;
  }

  /** The number of the newest event; one that comes after it has a larger one. */
  get lastId(): number {
    return this.#lastId;
  }

  /** Takes over an event of another session, number and all. */
  pass(event: SessionEvent): void {
    this.#lastId = Math.max(this.#lastId, event.id);
    this.#kept.push(event);
    if (this.#kept.length > MOST_KEPT * 2) this.#kept = this.#kept.slice(-MOST_KEPT);
    for (const listener of [...this.#listeners]) listener(event);
  }

  /** Tells every event from now on; with `after`, those since that one first. */
  subscribe(listener: (event: SessionEvent) => void, after = Number.POSITIVE_INFINITY): () => void {
    for (const event of this.#kept) if (event.id > after) listener(event);
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
