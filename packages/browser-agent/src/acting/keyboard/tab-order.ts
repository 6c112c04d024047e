import { treeRoot } from '../../dom/flat-tree.js';
import { frameDocument } from '../../dom/frames.js';
import { shadowRootOf } from '../../dom/nodes.js';
import { isHtmlElement, isTag } from '../../dom/tags.js';
import { isFocusable } from '../fields/focus.js';

/** Each shadow root, slot and frame is a scope that is sorted on its own. */
export function tabOrder(document: Document): Element[] {
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1);
  return orderOf(modal ? [modal] : [...document.children]);
}

interface Stop {
  tabIndex: number;
  elements: Element[];
}

function orderOf(roots: readonly Element[]): Element[] {
  const stops: Stop[] = [];
  for (const root of roots) collect(root, stops);
  const first = stops.filter(({ tabIndex }) => tabIndex > 0).sort((one, other) => one.tabIndex - other.tabIndex);
  return [...first, ...stops.filter(({ tabIndex }) => tabIndex === 0)].flatMap(({ elements }) => elements);
}

function collect(element: Element, stops: Stop[]): void {
  const itself = isTabStop(element) ? [element] : [];
  const frame = frameDocument(element);
  const scope =
    frame?.children ??
    shadowRootOf(element)?.children ??
    (isTag(element, 'slot') ? element.assignedElements() : undefined);
  if (scope) {
    const tabIndex = itself.length > 0 ? tabIndexOf(element) : 0;
    const host = frame || shadowRootOf(element)?.delegatesFocus ? [] : itself;
    if (element.getAttribute('tabindex') !== '-1')
      stops.push({ tabIndex, elements: [...host, ...orderOf([...scope])] });
    if (!isTag(element, 'slot') || scope.length > 0) return;
  } else if (itself.length > 0) {
    stops.push({ tabIndex: tabIndexOf(element), elements: itself });
  }
  for (const child of element.children) collect(child, stops);
}

function isTabStop(element: Element): boolean {
  if (!isFocusable(element) || tabIndexOf(element) < 0) return false;
  return !isTag(element, 'input') || element.type !== 'radio' || standsForGroup(element);
}

function tabIndexOf(element: Element): number {
  // Editable elements count as 0, but the property does not report that.
  if (isHtmlElement(element))
    return element.isContentEditable && !element.hasAttribute('tabindex') ? 0 : element.tabIndex;
  return -1;
}

// A group of radios is one tab stop: the checked radio, or the first if none is checked.
function standsForGroup(radio: HTMLInputElement): boolean {
  const group = radioGroup(radio).filter((each) => !each.disabled);
  return radio === (group.find((each) => each.checked) ?? group[0]);
}

export function radioGroup(radio: HTMLInputElement): HTMLInputElement[] {
  if (!radio.name) return [radio];
  return [...treeRoot(radio).querySelectorAll('input')].filter(
    (each) => each.type === 'radio' && each.name === radio.name && each.form === radio.form,
  );
}
