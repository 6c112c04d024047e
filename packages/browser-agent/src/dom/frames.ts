import { localNameOf, tagOf } from './nodes.js';

export function frameDocument(element: Element): Document | undefined {
  return isFrame(element) ? (element.contentDocument ?? undefined) : undefined;
}

function isFrame(element: Element): element is HTMLIFrameElement | HTMLFrameElement {
  // Called for every element, and hardly any is a frame.
  const name = localNameOf(element);
  return (name === 'iframe' || name === 'frame') && tagOf(element) === name;
}
