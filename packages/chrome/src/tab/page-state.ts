import type { PageState } from 'btcp-browser-agent';
import { quickState } from 'btcp-browser-agent/page-functions';
import type { CDPSession } from 'puppeteer-core';

/** How long a page may take to name its title and its secrets: what is not known by then is not masked. */
export const STATE_MS = 3_000;

/** After a call that got no answer. */
export const SILENT_STATE_MS = 300;

const QUICK_STATE = `(${quickState})()`;

/** Undefined where the document may have secrets, which only a page script finds. */
export async function stateFromOutside(cdp: CDPSession): Promise<PageState | undefined> {
  const { result } = await cdp.send('Runtime.evaluate', { expression: QUICK_STATE, returnByValue: true });
  const { url, title, mayHaveSecrets } = Object(result.value);
  return mayHaveSecrets === false ? { url, title, secrets: [] } : undefined;
}
