import { BtcpError } from '@btcp/tools';

const DAMAGED = /not a database|malformed/;

export function databaseFault(file: string, cause: unknown): BtcpError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  if (DAMAGED.test(reason)) {
    return new BtcpError('internal', `The workspace is kept in ${file}, which is damaged: ${reason}.`, {
      hint: 'Put a copy of it back, or move it away to begin with an empty workspace.',
      cause,
    });
  }
  return new BtcpError('internal', `The workspace cannot be kept in ${file}: ${reason}.`, {
    hint: 'Make room on the disk, and see that the file can be written. What was kept before is still there.',
    cause,
  });
}
