import { BtcpError, within } from '@btcp/protocol';
import type { BrowserSession } from '../port/browser-session.js';
import type { OnPlace, QueuePlace } from './start-queue.js';

export interface Opening {
  restore: string | undefined;
  keepsProfile: boolean;
  onPlace: OnPlace;
  signal: AbortSignal;
}

// Clients of MCP give a call 60 seconds.
const MAX_QUEUED_MS = 50_000;

export class BrowserStart {
  readonly session: Promise<BrowserSession>;
  readonly #leaving = new AbortController();
  #place: QueuePlace | undefined;

  constructor(
    open: (queued: Pick<Opening, 'onPlace' | 'signal'>) => Promise<BrowserSession>,
    onPlace: (place: QueuePlace) => void,
  ) {
    this.session = open({
      onPlace: (place) => {
        this.#place = place;
        if (place) onPlace(place);
      },
      signal: this.#leaving.signal,
    });
  }

  /** Fails with the place in the queue before the caller's patience ends; the start goes on. */
  wait(): Promise<BrowserSession> {
    return within(this.session, MAX_QUEUED_MS, () =>
      this.#place ? Promise.reject(queued(this.#place)) : this.session,
    );
  }

  leaveQueue(): void {
    this.#leaving.abort(closedInQueue());
  }
}

function queued({ place, waiting }: QueuePlace): BtcpError {
  return new BtcpError('busy', `No browser yet: place ${place} of ${waiting} in the queue for a start.`, {
    hint: 'Call again: the place in the queue is kept.',
  });
}

function closedInQueue(): BtcpError {
  return new BtcpError('browser_unavailable', 'The browser was closed before it was started.', {
    hint: 'Call again to start one.',
  });
}
