import { BtcpError } from '@btcp/protocol';

export class NoServerError extends BtcpError {
  constructor(message: string, options: { hint: string; cause?: unknown }) {
    super('browser_unavailable', message, options);
  }
}
