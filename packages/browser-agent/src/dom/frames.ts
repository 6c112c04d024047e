import { localNameOf, tagOf } from './nodes.js';

export function frameDocument(element: Element): Document | undefined {
  return isFrame(element) ? (element.contentDocument ?? undefined) : undefined;
}

export function shownFrames(root: Element): Element[] {
  return [root, ...root.querySelectorAll('iframe, frame')].filter(
    (element) => isFrame(element) && element.checkVisibility() && element.clientWidth > 1 && element.clientHeight > 1,
  );
}

function isFrame(element: Element): element is HTMLIFrameElement | HTMLFrameElement {
  // Called for every element, and hardly any is a frame.
  const name = localNameOf(element);
  return (name === 'iframe' || name === 'frame') && tagOf(element) === name;
}
