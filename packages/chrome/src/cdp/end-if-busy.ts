import { within } from '@btcp/protocol';
import type { CDPSession } from 'puppeteer-core';

const BUSY_MS = 1_000;
const ENDED_MS = 5_000;

export async function endIfBusy(cdp: CDPSession, busyFor = BUSY_MS): Promise<'free' | 'ended' | 'busy'> {
  const answered = cdp.send('Runtime.evaluate', { expression: '0' }).then(
    () => true,
    () => true,
  );
  if (await within(answered, busyFor, () => false)) return 'free';
  cdp.send('Runtime.terminateExecution').catch(() => {});
  return (await within(answered, ENDED_MS, () => false)) ? 'ended' : 'busy';
}
