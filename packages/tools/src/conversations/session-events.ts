import type {
  ControlState,
  ErrorCode,
  LiveDialog,
  LiveDownload,
  UserRequest,
  UserRequestOutcome,
} from '@btcp/protocol';
import type { DriverCounts } from '../port/live-browser.js';

/** A person's drive in numbers, without anything they typed. */
export interface Drive extends DriverCounts {
  duration: number;
  isPrivate: boolean;
  /** Without query; only the origin for a private drive; empty for a page that is not on the web. */
  url: string;
}

/** An event of a session, which never contains text that somebody typed. */
export type SessionEventBody =
  | { type: 'queued'; place: number; waiting: number }
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

/** A numbered event. */
export type SessionEvent = SessionEventBody & {
  id: number;
  time: number;
};

const MAX_EVENTS = 1_000;

/** The newest events of one session, for readers that continue where they stopped. */
export class SessionEvents {
  readonly #listeners = new Set<(event: SessionEvent) => void>();
  #kept: SessionEvent[] = [];
  // From the clock, so that ids of a later session or server are never lower.
  #lastId = Date.now();

  add(body: SessionEventBody): void {
    this.#lastId = Math.max(this.#lastId + 1, Date.now());
    this.pass({ ...body, id: this.#lastId, time: Date.now() });
  }

  get isHeard(): boolean {
    return this.#listeners.size > 0;
  }

  get lastId(): number {
    return this.#lastId;
  }

  pass(event: SessionEvent): void {
    this.#lastId = Math.max(this.#lastId, event.id);
    this.#kept.push(event);
    if (this.#kept.length > MAX_EVENTS * 2) this.#kept = this.#kept.slice(-MAX_EVENTS);
    for (const listener of [...this.#listeners]) listener(event);
  }

  subscribe(listener: (event: SessionEvent) => void, after = Number.POSITIVE_INFINITY): () => void {
    for (const event of this.#kept) if (event.id > after) listener(event);
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
