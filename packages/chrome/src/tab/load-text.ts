import { untilAborted } from '@btcp/protocol';
import type { CDPSession } from 'puppeteer-core';
import { readStream } from '../cdp/read-stream.js';
import type { Tab } from './tab.js';

/** Loads an address as the page in the tab would, without the page seeing it; nothing if it fails or is longer. */
export async function loadText(
  tab: Tab,
  url: string,
  { signal, maxLength }: { signal: AbortSignal; maxLength: number },
): Promise<string | undefined> {
  signal.throwIfAborted();
  const cdp = await tab.openSession();
  try {
    return await untilAborted(load(cdp, { frameId: tab.frameId, url, maxLength }), signal);
  } finally {
    // Ends a load that is under way.
    await cdp.detach().catch(() => {});
  }
}

async function load(
  cdp: CDPSession,
  { frameId, url, maxLength }: { frameId: string; url: string; maxLength: number },
): Promise<string | undefined> {
  const { resource } = await cdp.send('Network.loadNetworkResource', {
    frameId,
    url,
    options: { disableCache: false, includeCredentials: true },
  });
  const { success, stream: handle, httpStatusCode = 0 } = resource;
  if (!success || handle === undefined || httpStatusCode >= 400) return undefined;
  return (await readStream(cdp, handle, maxLength))?.toString('utf8');
}
