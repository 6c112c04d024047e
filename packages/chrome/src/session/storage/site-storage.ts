import { BtcpError, within } from '@btcp/protocol';
import type { StorageCommand, StorageContent } from '@btcp/tools';
import { type SiteStorageAnswer, type SiteStorageRequest, siteStorage } from 'btcp-browser-agent/page-functions';
import type { Tab } from '../../tab/tab.js';

const WORLD = 'btcp-storage';
const STORAGE_MS = 10_000;

/** Asks in a world of its own, which the page cannot change. */
export async function runStorageCommand(tab: Tab, command: StorageCommand): Promise<StorageContent> {
  const { area, action, key = '', value = '' } = command;
  const request: SiteStorageRequest = { area, action, key, value };
  return tab.answer(async () => {
    const { executionContextId } = await tab.cdp.send('Page.createIsolatedWorld', {
      frameId: tab.frameId,
      worldName: WORLD,
    });
    const calling = tab.cdp.send('Runtime.callFunctionOn', {
      executionContextId,
      functionDeclaration: siteStorage.toString(),
      arguments: [{ value: request }],
      awaitPromise: true,
      returnByValue: true,
    });
    const { result, exceptionDetails } = await within(calling, STORAGE_MS, () => {
      throw new BtcpError('timeout', 'The storage of the page did not answer.', { hint: 'Retry, or reload the page.' });
    });
    if (exceptionDetails) throw new BtcpError('internal', exceptionDetails.text, { hint: 'Retry.' });
    return contentOf(result.value, tab.document.url);
  });
}

export function contentOf({ entries, more, problem }: SiteStorageAnswer, url: string): StorageContent {
  if (!problem) return { origin: new URL(url).origin, entries, more };
  throw new BtcpError(problem.code, problem.message, { hint: HINTS[problem.code] });
}

const HINTS = {
  not_found: 'Action list shows what there is.',
  unsupported: 'Open a page from http or https first.',
  invalid_input: 'Store less, or delete other keys first.',
  not_actionable: 'Leave the page, or evaluate code that closes it, and retry.',
};
