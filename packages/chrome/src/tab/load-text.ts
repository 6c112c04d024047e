import { untilAborted } from '@btcp/protocol';
import type { CDPSession } from 'puppeteer-core';
import type { Tab } from './tab.js';

const CHUNK = 1_000_000;

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
  const chunks: Buffer[] = [];
  for (let size = 0; size <= maxLength; ) {
    const { data, base64Encoded, eof } = await cdp.send('IO.read', { handle, size: CHUNK });
    const chunk = Buffer.from(data, base64Encoded ? 'base64' : 'utf8');
    chunks.push(chunk);
    size += chunk.length;
    if (eof) return Buffer.concat(chunks).toString('utf8');
  }
  return undefined;
}
