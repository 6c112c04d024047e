import { BtcpError } from '@btcp/protocol';

/** A call that may succeed later. */
export class FleetBusy extends BtcpError {
  readonly retryAfterMs: number;

  constructor(message: string, hint: string, retryAfterMs: number) {
    super('busy', message, { hint });
    this.retryAfterMs = retryAfterMs;
  }
}

export const AWAY_RETRY_MS = 2_000;

export function natsAway(cause?: unknown): FleetBusy {
  const error = new FleetBusy(
    'The fleet cannot be reached: NATS does not answer.',
    `Call again in ${AWAY_RETRY_MS / 1_000} s.`,
    AWAY_RETRY_MS,
  );
  error.cause = cause;
  return error;
}
