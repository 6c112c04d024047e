import { isElement } from '../aria/dom.js';

/** The document inside a frame, where this page may read it. */
export function frameDocument(element: Element): Document | undefined {
  try {
    const inner = 'contentDocument' in element ? (element.contentDocument as Document | null) : null;
    return inner && isElement(inner.documentElement) ? inner : undefined;
  } catch {
    // Another origin.
    return undefined;
  }
}
