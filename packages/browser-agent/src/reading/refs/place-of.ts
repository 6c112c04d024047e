import type { ElementPlace } from '@btcp/protocol';

const TELLING_ATTRIBUTES = [
  ...['data-testid', 'data-test', 'data-test-id', 'data-cy', 'data-qa'],
  ...['name', 'aria-label', 'placeholder', 'title', 'alt', 'for', 'href', 'type'],
];
const MAX_VALUE = 200;

export function placeOf(document: Document, element: Element): ElementPlace | undefined {
  const frames: string[] = [];
  for (let view = element.ownerDocument.defaultView; view && view !== document.defaultView; ) {
    const frame: Element | null = view.frameElement;
    const css = frame && selectorOf(document, frame);
    if (!css) return undefined;
    frames.unshift(css);
    view = frame.ownerDocument.defaultView;
  }
  const css = selectorOf(document, element);
  return css === undefined ? undefined : { css, frames };
}

function selectorOf(document: Document, subject: Element): string | undefined {
  const root = subject.getRootNode() as Document | ShadowRoot;
  const isOnly = (css: string) => {
    const found = root.querySelectorAll(css);
    return found.length === 1 && found[0] === subject && (root === document || document.querySelector(css) === null);
  };
  const id = idOf(subject);
  if (id && isOnly(id)) return id;
  return byAttribute(subject, isOnly) ?? byPath(subject, isOnly);
}

function byAttribute(subject: Element, isOnly: (css: string) => boolean): string | undefined {
  for (const name of TELLING_ATTRIBUTES) {
    const value = subject.getAttribute(name);
    if (!value || value.length > MAX_VALUE) continue;
    const css = `${subject.localName}[${name}=${quote(value)}]`;
    if (isOnly(css)) return css;
    const exact = `${css}[value=${quote(subject.getAttribute('value') ?? '')}]`;
    if (subject.hasAttribute('value') && isOnly(exact)) return exact;
  }
  return undefined;
}

function byPath(subject: Element, isOnly: (css: string) => boolean): string | undefined {
  let path = '';
  for (let element: Element | null = subject; element; element = element.parentElement) {
    const step = idOf(element) ?? nthOf(element);
    path = path ? `${step} > ${path}` : step;
    if (isOnly(path)) return path;
  }
  return undefined;
}

function nthOf(element: Element): string {
  const { localName, parentNode } = element;
  const alike = [...(parentNode?.children ?? [])].filter((each) => each.localName === localName);
  return alike.length > 1 ? `${localName}:nth-of-type(${alike.indexOf(element) + 1})` : localName;
}

// Generated ids change with every load.
function idOf({ id }: Element): string | undefined {
  const isTelling = id !== '' && id.length < 60 && !/\d{3}|[:{}]|^[a-z]{1,2}\d/i.test(id);
  return isTelling ? `#${CSS.escape(id)}` : undefined;
}

function quote(value: string): string {
  return JSON.stringify(value).replaceAll('\\n', '\\a ');
}
