import { within } from '@btcp/protocol';
import { BtcpError } from '@btcp/tools';
import type { CDPSession, Protocol } from 'puppeteer-core';

export interface OriginVisit {
  origin: string;
  script: string;
}

// A page that keeps its databases open can hold up a change of them.
const VISIT_MS = 10_000;

/** Visits each origin, without asking its server, and returns what the scripts return there. */
export async function visitOrigins(cdp: CDPSession, visits: readonly OriginVisit[]): Promise<unknown[]> {
  const values: unknown[] = [];
  await cdp.send('Page.enable');
  // A service worker would answer with the real page.
  await cdp.send('Network.enable');
  await cdp.send('Network.setBypassServiceWorker', { bypass: true });
  const answer = ({ requestId }: Protocol.Fetch.RequestPausedEvent) => {
    const headers = [{ name: 'content-type', value: 'text/html' }];
    cdp.send('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders: headers }).catch(() => {});
  };
  cdp.on('Fetch.requestPaused', answer);
  await cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
  for (const { origin, script } of visits) {
    const loaded = new Promise((resolve) => cdp.once('Page.domContentEventFired', resolve));
    await cdp.send('Page.navigate', { url: `${origin}/` });
    await loaded;
    const running = cdp.send('Runtime.evaluate', {
      expression: `(async () => { ${script} })()`,
      awaitPromise: true,
      returnByValue: true,
    });
    const { result, exceptionDetails } = await within(running, VISIT_MS, () => {
      throw notStored(origin, 'a page of it keeps it busy');
    });
    if (exceptionDetails) throw notStored(origin, reasonOf(exceptionDetails));
    values.push(result.value);
  }
  return values;
}

function reasonOf({ exception, text }: Protocol.Runtime.ExceptionDetails): string {
  return exception?.description?.split('\n')[0] ?? text;
}

function notStored(origin: string, reason: string): BtcpError {
  return new BtcpError('internal', `What ${origin} had stored cannot be put back: ${reason}.`, {
    hint: 'The browser has a part of the state now. Restore it again, or another one.',
  });
}
