import { BtcpError } from '@btcp/protocol';
import type { RefTable } from '../../reading/refs/refs.js';
import { Pointer } from './pointer.js';

export interface Page {
  readonly document: Document;
  readonly refs: RefTable;
  readonly pointer: Pointer;
}

export function createPage(document: Document, refs: RefTable): Page {
  return { document, refs, pointer: new Pointer() };
}

/** For a document without a window, for example because its frame was removed. */
export function notShown(): BtcpError {
  return new BtcpError('browser_lost', 'The document is no longer shown.', {
    hint: 'Take a snapshot of the page that is shown now.',
  });
}
