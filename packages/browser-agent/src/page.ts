import { Pointer } from './pointer.js';
import type { RefTable } from './refs.js';

/** What every action works on: a document, the names of its elements, and where the pointer is. */
export interface Page {
  readonly document: Document;
  readonly refs: RefTable;
  readonly pointer: Pointer;
}

export function createPage(document: Document, refs: RefTable): Page {
  return { document, refs, pointer: new Pointer() };
}
