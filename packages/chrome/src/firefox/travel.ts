import { BtcpError } from '@btcp/protocol';
import type { NavigateOptions } from '@btcp/tools';
import { type HTTPResponse, TimeoutError, type WaitForOptions } from 'puppeteer-core';
import type { FirefoxTab } from './firefox-tab.js';

const EVENTS = { load: 'load', domcontentloaded: 'domcontentloaded', networkidle: 'networkidle0' } as const;

export async function travel(
  tab: FirefoxTab,
  go: (wait: WaitForOptions) => Promise<HTTPResponse | null>,
  { waitUntil, timeout, signal }: NavigateOptions,
): Promise<undefined> {
  tab.assertNoDialog();
  try {
    await tab.orDialog(go({ waitUntil: EVENTS[waitUntil], timeout, signal }));
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    throw thrown instanceof TimeoutError ? late(timeout, thrown) : unreachable(thrown);
  }
  return undefined;
}

/** Through the history, or to the same page: puppeteer misses the end of these in Firefox. */
export async function travelAnew(
  tab: FirefoxTab,
  go: () => Promise<unknown>,
  { timeout, signal }: NavigateOptions,
): Promise<undefined> {
  tab.assertNoDialog();
  try {
    if (!(await tab.arriveAnew(go, timeout, signal))) throw late(timeout, undefined);
  } catch (thrown) {
    if (signal.aborted || thrown instanceof BtcpError) throw thrown;
    throw thrown instanceof TimeoutError ? late(timeout, thrown) : unreachable(thrown);
  }
  return undefined;
}

function late(timeout: number, cause: unknown): BtcpError {
  return new BtcpError('timeout', `The page did not load within ${timeout} ms.`, {
    hint: 'Allow more time with timeout, or take a snapshot of what is there.',
    cause,
  });
}

function unreachable(thrown: unknown): BtcpError {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  const message = /NS_ERROR_\w+/.exec(text)?.[0] ?? text.split('\n')[0] ?? text;
  if (/history/i.test(text)) {
    return new BtcpError('not_found', 'There is no such page in the history.', {
      hint: 'Open an address.',
      cause: thrown,
    });
  }
  return new BtcpError('navigation_failed', `The page could not be opened: ${message}.`, {
    hint: 'Check the address, and whether the server may reach it.',
    cause: thrown,
  });
}
