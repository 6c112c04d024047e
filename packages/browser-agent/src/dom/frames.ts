import { localNameOf, shadowRootOf, tagOf } from './nodes.js';

export function frameDocument(element: Element): Document | undefined {
  return isFrame(element) ? (element.contentDocument ?? undefined) : undefined;
}

/** The frames in an element, or itself, that a person can see; open shadow roots are searched too. */
export function shownFrames(root: Element): Element[] {
  const found: Element[] = [];
  const search = (element: Element) => {
    if (isFrame(element)) found.push(element);
    const shadow = shadowRootOf(element);
    for (const child of [...(shadow?.children ?? []), ...element.children]) search(child);
  };
  search(root);
  return found.filter((frame) => frame.checkVisibility() && frame.clientWidth > 1 && frame.clientHeight > 1);
}

function isFrame(element: Element): element is HTMLIFrameElement | HTMLFrameElement {
  // Called for every element, and hardly any is a frame.
  const name = localNameOf(element);
  return (name === 'iframe' || name === 'frame') && tagOf(element) === name;
}
