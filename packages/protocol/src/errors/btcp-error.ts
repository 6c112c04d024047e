import { ERROR_CODES, type ErrorCode } from './error-codes.js';

/** An error as it crosses a wire. */
export interface ErrorData {
  code: ErrorCode;
  message: string;
  /** Our own words only: words of a page belong in the message. */
  hint?: string;
}

/**
 * The only error that every package throws on purpose.
 * @example
 * throw new BtcpError('stale_ref', 'e3 was button "Save", which has left the page.', { hint: 'Take a new snapshot.' });
 */
export class BtcpError extends Error {
  override readonly name = 'BtcpError';
  readonly code: ErrorCode;
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, options: { hint: string | undefined; cause?: unknown }) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint;
  }

  toJSON(): ErrorData {
    return { code: this.code, message: this.message, ...(this.hint === undefined ? {} : { hint: this.hint }) };
  }

  static from(thrown: unknown): BtcpError {
    if (isBtcpError(thrown)) return thrown;
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return new BtcpError('internal', message, { hint: 'Retry; report it if it persists.', cause: thrown });
  }

  static fromJSON(data: ErrorData): BtcpError {
    return new BtcpError(data.code, data.message, { hint: data.hint });
  }
}

// A page and a bundle may each carry their own copy of the class, so `instanceof` is not enough.
function isBtcpError(value: unknown): value is BtcpError {
  return value instanceof Error && value.name === 'BtcpError' && 'code' in value && isErrorCode(value.code);
}

/** Whether a value is a code of a `BtcpError`. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERROR_CODES, value);
}
