import { BtcpError, within } from '@btcp/protocol';
import type { PdfInput } from '@btcp/tools';
import { readStream } from '../cdp/read-stream.js';
import type { Tab } from '../tab/tab.js';

const MAX_BYTES = 50_000_000;
const MAX_PAGES = 500;

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
  if (stream === undefined) return new Uint8Array();
  const file = await readStream(tab.cdp, stream, MAX_BYTES);
  if (file) return file;
  throw new BtcpError('unsupported', `The file would have more than ${MAX_BYTES} bytes.`, {
    hint: 'Print fewer pages with pages, or without background.',
  });
}
