import { BtcpError } from '@btcp/protocol';
import type { PdfInput } from '@btcp/tools';
import { TimeoutError } from 'puppeteer-core';
import type { FirefoxTab } from './firefox-tab.js';

const MAX_BYTES = 50_000_000;
const MAX_PAGES = 500;

export async function printInFirefox(tab: FirefoxTab, input: PdfInput): Promise<Uint8Array> {
  const { format, landscape, background, scale, pages = `1-${MAX_PAGES}`, timeout, hide = [] } = input;
  tab.assertNoDialog();
  const options = { format, landscape, printBackground: background, scale, pageRanges: pages, timeout };
  const file = await tab.frames
    .withSecretsCovered(hide, () => tab.page.pdf(options))
    .catch((cause) => {
      if (!(cause instanceof TimeoutError)) throw cause;
      throw new BtcpError('timeout', `The page was not printed within ${timeout} ms.`, {
        hint: 'Print fewer pages with pages, or allow more time with timeout.',
        cause,
      });
    });
  if (file.length <= MAX_BYTES) return file;
  throw new BtcpError('unsupported', `The file would have more than ${MAX_BYTES} bytes.`, {
    hint: 'Print fewer pages with pages, or without background.',
  });
}
