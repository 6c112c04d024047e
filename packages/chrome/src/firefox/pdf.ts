import { BtcpError } from '@btcp/protocol';
import type { PdfInput } from '@btcp/tools';
import { TimeoutError } from 'puppeteer-core';
import type { FirefoxTab } from './firefox-tab.js';

const MAX_BYTES = 50_000_000;
const MAX_PAGES = 500;

/** Prints the page with the secrets covered. */
export async function printInFirefox(tab: FirefoxTab, input: PdfInput): Promise<Uint8Array> {
  const { format, landscape, background, scale, pages = `1-${MAX_PAGES}`, timeout, hide = [] } = input;
  tab.assertNoDialog();
  await tab.script.ask({ action: 'coverSecrets', texts: [...hide] });
  try {
    const file = await tab.page.pdf({
      format,
      landscape,
      printBackground: background,
      scale,
      pageRanges: pages,
      timeout,
    });
    if (file.length <= MAX_BYTES) return file;
    throw new BtcpError('unsupported', `The file would have more than ${MAX_BYTES} bytes.`, {
      hint: 'Print fewer pages with pages, or without background.',
    });
  } catch (thrown) {
    if (!(thrown instanceof TimeoutError)) throw thrown;
    throw new BtcpError('timeout', `The page was not printed within ${timeout} ms.`, {
      hint: 'Print fewer pages with pages, or allow more time with timeout.',
      cause: thrown,
    });
  } finally {
    await tab.script.ask({ action: 'uncoverSecrets' }).catch(() => {});
  }
}
