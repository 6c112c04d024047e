import { within } from '@btcp/protocol';
import type { CDPSession } from 'puppeteer-core';

/** How long a page may keep a question waiting before its script is ended. */
const BUSY_MS = 1_000;
/** How long it may take to answer after that. */
const ENDED_MS = 2_000;

/** Ends the script that keeps a page from answering, if one does; `busy` where even that does not help. */
export async function endIfBusy(cdp: CDPSession): Promise<'free' | 'ended' | 'busy'> {
  // A page that has gone answers with an error, which is an answer.
  const answered = cdp.send('Runtime.evaluate', { expression: '0' }).then(
    () => true,
    () => true,
  );
  if (await within(answered, BUSY_MS, () => false)) return 'free';
  cdp.send('Runtime.terminateExecution').catch(() => {});
  return (await within(answered, ENDED_MS, () => false)) ? 'ended' : 'busy';
}
