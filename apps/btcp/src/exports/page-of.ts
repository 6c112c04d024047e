import { readFile } from 'node:fs/promises';
import type { History, HistoryDetails } from '../contract/history.js';
import type { HistoryReader } from './export-history.js';

const PAGE = new URL('../../web/dist/timeline.html', import.meta.url);
const PLACE = '<!-- history -->';

export async function pageOf(history: History, reader: HistoryReader): Promise<string> {
  const details: Record<number, HistoryDetails | undefined> = {};
  const pictures: Record<number, string> = {};
  for (const { number } of history.steps) {
    details[number] = await reader.details(number);
    const picture = await reader.picture(number);
    if (picture) pictures[number] = `data:${picture.mimeType};base64,${picture.data.toString('base64')}`;
  }
  const data = inScript({ ...history, details, pictures });
  const page = await readFile(PAGE, 'utf8');
  return page.replace(PLACE, () => `<script id="history" type="application/json">${data}</script>`);
}

// No word of a page can end the script that it stands in, or begin another.
function inScript(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}
