import { BtcpError } from '@btcp/tools';

const RETRY_AFTER_MS = 2_000;

// The class of connection exceptions, the server going down or coming up, and no connection left.
const AWAY_STATES = /^(?:08|57P0|53300)/;
const AWAY_WORDS = /timeout|terminated|ECONN|ENOTFOUND|EPIPE|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|not queryable|closed/i;

// Requests may come again: nothing was stored.
class DatabaseAway extends BtcpError {
  readonly retryAfterMs = RETRY_AFTER_MS;
}

export function isAway(thrown: unknown): boolean {
  const { code = '', message = '', errors = [] } = Object(thrown) as { code?: string; message?: string; errors?: [] };
  if (thrown instanceof AggregateError) return errors.some(isAway);
  return AWAY_STATES.test(code) || /^E[A-Z]+$/.test(code) || (code === '' && AWAY_WORDS.test(message));
}

/** Two transactions waited for each other, or overlapped: the database ended one of them. */
export function isConflict(thrown: unknown): boolean {
  return ['40001', '40P01'].includes(Object(thrown).code);
}

/** The driver names host, user and table, and never the password. */
export function postgresFault(cause: unknown): BtcpError {
  if (cause instanceof BtcpError) return cause;
  const reason = reasonOf(cause);
  if (isAway(cause)) {
    return new DatabaseAway('unavailable', `The database of the workspace does not answer: ${reason}.`, {
      hint: `Try again in ${RETRY_AFTER_MS / 1_000} s. GET /ready reports when it is back.`,
      cause,
    });
  }
  return new BtcpError('internal', `The database of the workspace refused: ${reason}.`, {
    hint: 'See --database, and the log of PostgreSQL.',
    cause,
  });
}

function reasonOf(cause: unknown): string {
  const { message, code, errors } = Object(cause) as { message?: string; code?: string; errors?: Error[] };
  return (message || errors?.[0]?.message || code || String(cause)).replace(/\.$/, '');
}
