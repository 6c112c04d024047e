const HTML_NAMESPACE = 'http://www.w3.org/1999/xhtml';

/** Unlike `instanceof`, these guards work for nodes of other frames too. */
export function isElement(node: unknown): node is Element {
  return typeof node === 'object' && node !== null && 'nodeType' in node && node.nodeType === 1;
}

export function isTag<Tag extends keyof HTMLElementTagNameMap>(
  node: unknown,
  ...tags: Tag[]
): node is HTMLElementTagNameMap[Tag] {
  return isElement(node) && node.namespaceURI === HTML_NAMESPACE && tags.some((tag): boolean => node.localName === tag);
}

export function isHtmlElement(node: unknown): node is HTMLElement {
  return isElement(node) && node.namespaceURI === HTML_NAMESPACE;
}

/** Events must come from constructors of the element's own frame. */
export function viewOf(element: Element): Window & typeof globalThis {
  const view = element.ownerDocument.defaultView;
  if (!view) throw new Error('The document of this element is no longer shown.');
  return view;
}
