import { tagOf } from '../aria/dom.js';

/** The document inside a frame, where this page may read it. */
export function frameDocument(element: Element): Document | undefined {
  return isFrame(element) ? (element.contentDocument ?? undefined) : undefined;
}

function isFrame(element: Element): element is HTMLIFrameElement | HTMLFrameElement {
  const tag = tagOf(element);
  return tag === 'iframe' || tag === 'frame';
}
