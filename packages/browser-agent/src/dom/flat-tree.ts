import { frameDocument } from './frames.js';
import { flatParent, shadowRootOf } from './nodes.js';

// `NodeFilter` exists only in a page.
const SHOW_ELEMENT = 1;

export function* flatAncestors(element: Element): Generator<Element> {
  for (let current: Element | null = element; current; current = flatParent(current)) yield current;
}

export function flatContains(outer: Element, inner: Element): boolean {
  for (const ancestor of flatAncestors(inner)) if (ancestor === outer) return true;
  return false;
}

export function deepActiveElement(document: Document): Element | null {
  let active = document.activeElement;
  for (;;) {
    const inner = active && (shadowRootOf(active)?.activeElement ?? frameDocument(active)?.activeElement);
    if (!inner) return active;
    active = inner;
  }
}

export function deepElementFromPoint(document: Document, x: number, y: number): Element | null {
  let hit = document.elementFromPoint(x, y);
  for (;;) {
    const inner: Element | null | undefined = hit && shadowRootOf(hit)?.elementFromPoint(x, y);
    if (!inner || inner === hit) return hit;
    hit = inner;
  }
}

export function* rootsWithin(root: Document | ShadowRoot): Generator<Document | ShadowRoot> {
  yield root;
  // A walker is several times faster than a list, and this runs with every result.
  const walker = (root.ownerDocument ?? root).createTreeWalker(root, SHOW_ELEMENT);
  const hasFrames = root.querySelector('iframe, frame') !== null;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node as Element;
    const inner = shadowRootOf(element) ?? (hasFrames ? frameDocument(element) : undefined);
    if (inner) yield* rootsWithin(inner);
  }
}

export function treeRoot(element: Element): Document | ShadowRoot {
  const root = element.getRootNode();
  return isShadowRoot(root) ? root : element.ownerDocument;
}

function isShadowRoot(node: Node): node is ShadowRoot {
  return node.nodeType === 11 && 'host' in node;
}
