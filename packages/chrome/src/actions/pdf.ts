import { BtcpError, within } from '@btcp/protocol';
import type { PdfInput } from '@btcp/tools';
import type { Tab } from '../tab/tab.js';

const MAX_BYTES = 50_000_000;
const MAX_PAGES = 500;
const CHUNK = 1_000_000;

// In inches.
const PAPER: Record<PdfInput['format'], readonly [number, number]> = {
  A3: [11.7, 16.54],
  A4: [8.27, 11.7],
  A5: [5.83, 8.27],
  Letter: [8.5, 11],
  Legal: [8.5, 14],
  Tabloid: [11, 17],
};

export async function printPdf(tab: Tab, input: PdfInput): Promise<Uint8Array> {
  const [paperWidth, paperHeight] = PAPER[input.format];
  const print = () =>
    tab.cdp.send('Page.printToPDF', {
      paperWidth,
      paperHeight,
      landscape: input.landscape,
      printBackground: input.background,
      scale: input.scale,
      pageRanges: input.pages ?? `1-${MAX_PAGES}`,
      transferMode: 'ReturnAsStream',
    });
  const printing = tab.answer(() => tab.frames.withSecretsCovered(input.hide ?? [], print), input.timeout);
  printing.catch(() => {});
  const { stream } = await within(printing, input.timeout, () => {
    tab.terminateScripts();
    throw new BtcpError('timeout', `The page was not printed within ${input.timeout} ms.`, {
      hint: 'Print fewer pages with pages, or allow more time with timeout.',
    });
  }).catch((thrown) => {
    if (!/Page range|page ranges/i.test(String(thrown))) throw thrown;
    throw new BtcpError('invalid_input', `The page has no pages ${input.pages} in print.`, {
      hint: 'Give fewer pages.',
    });
  });
  return stream === undefined ? new Uint8Array() : read(tab, stream);
}

async function read(tab: Tab, handle: string): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for (;;) {
      const { data, base64Encoded, eof } = await tab.cdp.send('IO.read', { handle, size: CHUNK });
      const chunk = Buffer.from(data, base64Encoded ? 'base64' : 'utf8');
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_BYTES) {
        throw new BtcpError('unsupported', `The file would have more than ${MAX_BYTES} bytes.`, {
          hint: 'Print fewer pages with pages, or without background.',
        });
      }
      if (eof) return Buffer.concat(chunks);
    }
  } finally {
    await tab.cdp.send('IO.close', { handle }).catch(() => {});
  }
}
