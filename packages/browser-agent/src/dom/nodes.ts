// Forms clobber properties (`<input name="firstChild">`), so every structural read goes through this file.

const nodePrototype = globalThis.Node?.prototype;
const elementPrototype = globalThis.Element?.prototype;

const readNodeType = getter<Node, number>(nodePrototype, 'nodeType');
const readFirstChild = getter<Node, Node | null>(nodePrototype, 'firstChild');
const readNextSibling = getter<Node, Node | null>(nodePrototype, 'nextSibling');
const readParentNode = getter<Node, Node | null>(nodePrototype, 'parentNode');
const readLocalName = getter<Element, string>(elementPrototype, 'localName');
const readNamespace = getter<Element, string | null>(elementPrototype, 'namespaceURI');
const readShadowRoot = getter<Element, ShadowRoot | null>(elementPrototype, 'shadowRoot');
const readAttribute = elementPrototype?.getAttribute;
const readTitle = getter<Document, string>(globalThis.Document?.prototype, 'title');

// Closed roots that a debugger provided.
const closedRoots = new WeakMap<Element, ShadowRoot>();
let hasClosedRoots = false;

// Outside of a page there are no prototypes to read.
function getter<T, V>(prototype: object | undefined, property: string): (this: T) => V {
  const get = prototype && Object.getOwnPropertyDescriptor(prototype, property)?.get;
  return (
    get ??
    (() => {
      throw new Error(`There is no ${property} outside of a page.`);
    })
  );
}

export function isElement(node: Node | null | undefined): node is Element {
  return !!node && readNodeType.call(node) === 1;
}

export function isText(node: Node): node is Text {
  const type = readNodeType.call(node);
  return type === 3 || type === 4;
}

export function isTree(node: Node): node is Document | ShadowRoot {
  return 'styleSheets' in node && 'getElementById' in node;
}

export function titleOf(document: Document): string {
  return readTitle.call(document);
}

/** `button` for HTML, `svg:title` for SVG and `math:mi` for MathML. */
export function tagOf(element: Element): string {
  const name = readLocalName.call(element);
  const namespace = readNamespace.call(element);
  if (namespace === 'http://www.w3.org/1999/xhtml') return name;
  if (namespace === 'http://www.w3.org/2000/svg') return `svg:${name}`;
  if (namespace === 'http://www.w3.org/1998/Math/MathML') return `math:${name}`;
  return `other:${name}`;
}

export function localNameOf(element: Element): string {
  return readLocalName.call(element);
}

export function attribute(element: Element, name: string): string | null {
  return readAttribute.call(element, name);
}

export function hasAttribute(element: Element, name: string): boolean {
  return readAttribute.call(element, name) !== null;
}

const MEANINGFUL_ATTRIBUTE =
  /^(?:aria-|role$|tabindex$|title$|id$|on|contenteditable$|inert$|autofocus$|draggable$|popover$)/;

/** Whether no attribute can change the meaning of the tag. */
export function isPlain(element: Element): boolean {
  if (!element.hasAttributes()) return true;
  for (const name of element.getAttributeNames()) {
    if (name !== 'class' && MEANINGFUL_ATTRIBUTE.test(name)) return false;
  }
  return true;
}

export function filledAttribute(element: Element, name: string): string | undefined {
  const value = readAttribute.call(element, name);
  return value === null ? undefined : trim(value) || undefined;
}

/** Only HTML white space counts: a no-break space or a blank braille pattern is text. */
export function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 12 || code === 13;
}

export function collapse(text: string): string {
  return trim(collapseInside(text));
}

export function collapseInside(text: string): string {
  return /[\t\n\r\f]| {2}/.test(text) ? text.replace(/[ \t\n\r\f]+/g, ' ') : text;
}

export function adoptClosedRoot(root: ShadowRoot): void {
  closedRoots.set(root.host, root);
  hasClosedRoots = true;
}

const SHADOW_HOST_TAGS = new Set(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(' '),
);

export function canHostRoot(tag: string): boolean {
  return SHADOW_HOST_TAGS.has(tag) || tag.includes('-');
}

export function adoptRootsAround(node: Node): boolean {
  const root = node.getRootNode();
  if (!isTree(root) || !('host' in root)) return false;
  const isNew = shadowRootOf(root.host) !== root && canHostRoot(tagOf(root.host));
  if (isNew) adoptClosedRoot(root);
  return adoptRootsAround(root.host) || isNew;
}

export function shadowRootOf(element: Element): ShadowRoot | undefined {
  return readShadowRoot.call(element) ?? (hasClosedRoots ? closedRoots.get(element) : undefined);
}

export function firstChildOf(node: Node): Node | null {
  return readFirstChild.call(node);
}

export function nextSiblingOf(node: Node): Node | null {
  return readNextSibling.call(node);
}

export function flatChildren(element: Element): Node[] {
  const root = shadowRootOf(element);
  if (root) return childList(root);
  if (isSlot(element)) {
    const assigned = element.assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  return childList(element);
}

function childList(parent: Node): Node[] {
  const children: Node[] = [];
  for (let child = readFirstChild.call(parent); child; child = readNextSibling.call(child)) children.push(child);
  return children;
}

function isSlot(element: Element): element is HTMLSlotElement {
  return readLocalName.call(element) === 'slot' && 'assignedNodes' in element;
}

export function flatParent(node: Node): Element | null {
  const slot = isElement(node) || isText(node) ? node.assignedSlot : null;
  if (slot) return slot;
  const parent = readParentNode.call(node);
  if (isElement(parent)) return parent;
  return parent && isTree(parent) && 'host' in parent ? parent.host : null;
}

export function flatAncestor(element: Element, test: (ancestor: Element) => boolean): Element | undefined {
  for (let parent = flatParent(element); parent; parent = flatParent(parent)) if (test(parent)) return parent;
  return undefined;
}

export function childOfTag(element: Element, ...tags: string[]): Element | undefined {
  for (let child = readFirstChild.call(element); child; child = readNextSibling.call(child)) {
    if (isElement(child) && tags.includes(tagOf(child))) return child;
  }
  return undefined;
}

export function referencedElements(element: Element, name: string): Element[] {
  const ids = filledAttribute(element, name);
  if (!ids) return [];
  const root = element.getRootNode();
  if (!isTree(root)) return [];
  return ids.split(/[ \t\n\r\f]+/).flatMap((id) => root.getElementById(id) ?? []);
}
