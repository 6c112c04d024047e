import { BtcpError } from '@btcp/tools';
import type { History, HistoryDetails } from '../contract/history.js';
import { filmOf } from './film-of.js';
import { harOf } from './har-of.js';
import { pageOf } from './page-of.js';

export interface HistoryReader {
  details(step: number): Promise<HistoryDetails | undefined>;
  picture(step: number): Promise<{ data: Buffer; mimeType: string } | undefined>;
}

export interface HistoryFile {
  body: Buffer;
  type: string;
  name: string;
}

export async function exportHistory(format: string, history: History, reader: HistoryReader): Promise<HistoryFile> {
  const name = `session-${new Date(history.session.since).toISOString().slice(0, 10)}.${format}`;
  switch (format) {
    case 'html':
      return { body: Buffer.from(await pageOf(history, reader)), type: 'text/html; charset=utf-8', name };
    case 'har':
      return { body: Buffer.from(await harOf(history, reader)), type: 'application/json', name };
    case 'webm':
      return { body: await filmOf(history, reader), type: 'video/webm', name };
    default:
      throw new BtcpError('invalid_input', `A history has no format "${format}".`, {
        hint: 'Give json, html, webm or har.',
      });
  }
}
