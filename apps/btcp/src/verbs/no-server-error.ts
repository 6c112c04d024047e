import { BtcpError } from '@btcp/protocol';

/** A command found no server to run on. */
export class NoServerError extends BtcpError {
  constructor(message: string, options: { hint: string; cause?: unknown }) {
    super('browser_unavailable', message, options);
  }
}
