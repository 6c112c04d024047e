import { BtcpError, PAGE_TOOL, untilAborted, within } from '@btcp/protocol';
import type { ConnectedPage, PageSource } from '../clients/connected-page.js';

export async function nextPage(
  broker: PageSource,
  left: ConnectedPage,
  before: ConnectedPage[],
  { timeout, signal, origin = left.origin }: { timeout: number; signal: AbortSignal; origin?: string | undefined },
): Promise<ConnectedPage> {
  const known = new Set(before.map(({ sessionId }) => sessionId));
  // Another page that connects meanwhile is not the one that was left.
  const isExpected = (page: ConnectedPage) => page.origin === left.origin || page.origin === origin;
  const isNext = (page: ConnectedPage) =>
    !known.has(page.sessionId) && page.owner === left.owner && isExpected(page) && isDriven(page);
  let stopWatching = () => {};
  const next = new Promise<ConnectedPage>((resolve) => {
    const look = () => {
      const page = broker.pages().find(isNext);
      if (page) resolve(page);
    };
    stopWatching = broker.onChange(look);
    look();
  });
  return within(untilAborted(next, signal), timeout, noNextPage).finally(stopWatching);
}

function noNextPage(): never {
  throw new BtcpError('navigation_failed', 'The page navigated away, and no page reconnected.', {
    hint: 'Only pages that load the client can be driven; use a session with Chrome for others.',
  });
}

/** Whether a page offers to be driven with the `browser_*` tools. */
export function isDriven(page: ConnectedPage): boolean {
  return page.tools.some(({ name }) => name === PAGE_TOOL);
}
