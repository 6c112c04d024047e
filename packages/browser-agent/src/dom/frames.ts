import { localNameOf, tagOf } from './nodes.js';

/** The document inside a frame, where this page may read it. */
export function frameDocument(element: Element): Document | undefined {
  return isFrame(element) ? (element.contentDocument ?? undefined) : undefined;
}

function isFrame(element: Element): element is HTMLIFrameElement | HTMLFrameElement {
  // Asked of every element, and hardly any is one.
  const name = localNameOf(element);
  return (name === 'iframe' || name === 'frame') && tagOf(element) === name;
}
