import { BtcpError, PAGE_TOOL } from '@btcp/protocol';
import type { Broker, ConnectedPage } from '../broker.js';

/** The page of the same owner that connects after another was left, and can be driven. */
export function nextPage(
  broker: Broker,
  left: ConnectedPage,
  before: ConnectedPage[],
  { timeout, signal }: { timeout: number; signal: AbortSignal },
): Promise<ConnectedPage> {
  return new Promise((resolve, reject) => {
    const known = new Set(before.map(({ sessionId }) => sessionId));
    const end = () => {
      stopWatching();
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
    const onAbort = () => {
      end();
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      end();
      const hint = 'Only pages that load the client can be driven; use a browser of the system for others.';
      reject(new BtcpError('navigation_failed', 'The page was left, and no page came back.', { hint }));
    }, timeout);
    const look = () => {
      const page = broker
        .pages()
        .find((each) => !known.has(each.sessionId) && each.owner === left.owner && isDriven(each));
      if (!page) return;
      end();
      resolve(page);
    };
    const stopWatching = broker.onChange(look);
    signal.addEventListener('abort', onAbort);
    look();
  });
}

/** Whether a page offers to be driven with the `browser_*` tools. */
export function isDriven(page: ConnectedPage): boolean {
  return page.tools.some(({ name }) => name === PAGE_TOOL);
}
