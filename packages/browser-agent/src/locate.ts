import { BtcpError } from '@btcp/protocol';
import type { RefTable } from './refs.js';

/** The one element that a CSS selector or a ref names. */
export function locate(document: Document, refs: RefTable, selector: string): Element {
  const byRef = refs.lookUp(selector);
  if (byRef) return byRef;
  let element: Element | null;
  try {
    element = document.querySelector(selector);
  } catch (cause) {
    throw new BtcpError('invalid_selector', `"${selector}" is not a valid CSS selector or ref.`, {
      hint: 'Use a ref such as @e3 from a snapshot, or a CSS selector such as #login button.',
      cause,
    });
  }
  if (!element) {
    throw new BtcpError('not_found', `No element matches "${selector}".`, {
      hint: 'Take a snapshot to see what is on the page.',
    });
  }
  return element;
}
