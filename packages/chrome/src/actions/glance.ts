import { BtcpError, within } from '@btcp/protocol';
import type { Glance, GlanceInput } from '@btcp/tools';
import type { Capture } from '../capture/capture.js';
import { readHeader } from '../files/image-format.js';
import type { Tab } from '../tab/tab.js';

const QUALITY = 50;
const PAINT_MS = 5_000;

/** Looks at a page as it is: nothing is revived, ended or waited for on behalf of the agent, and nothing is painted over it. */
export async function glance(tab: Tab | undefined, capture: Capture, input: GlanceInput): Promise<Glance> {
  if (!tab || tab.crashed || tab.dialog) {
    throw new BtcpError('not_actionable', 'The page cannot be looked at now.', {
      hint: 'Look again after the next call.',
    });
  }
  const words = await tab.frames.glance(input.maxSize);
  const isShown = await input.mayShow(words);
  const [picture, { entries: console }] = await Promise.all([
    isShown ? tab.paint(() => paint(tab)) : undefined,
    // Without source maps, which would be requested.
    capture.console(undefined),
  ]);
  return { ...words, ...(picture ? { picture } : {}), requests: capture.network().entries, console };
}

async function paint(tab: Tab): Promise<Glance['picture']> {
  const captured = tab.cdp.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  captured.catch(() => {});
  // A page that is blocked or busy paints nothing, and the agent's own pictures do not wait for that.
  const answer = await within(captured, PAINT_MS, () => undefined);
  if (!answer) return undefined;
  const { data } = answer;
  const header = readHeader(Buffer.from(data.slice(0, 400), 'base64'));
  return header && { data, mimeType: header.mimeType, width: header.width, height: header.height };
}
