import { BtcpError, within } from '@btcp/protocol';
import { toMilliseconds } from './duration.js';

export function withinTimeout<T>(work: Promise<T>, timeout: number | string, what: string): Promise<T> {
  const milliseconds = toMilliseconds(timeout);
  return within(work, milliseconds, () => {
    const spelled = milliseconds < 1_000 ? `${milliseconds}ms` : `${milliseconds / 1_000}s`;
    throw new BtcpError('timeout', `Timeout after ${spelled} waiting for ${what}.`, {
      hint: 'Allow more time with timeout, or retry.',
    });
  });
}
