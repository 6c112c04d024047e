import { flatParent, hasAttribute, isTree, referencedElements, tagOf } from '../../dom/nodes.js';
import type { Reading } from '../aria/reading.js';
import { CONTROL_ROLES } from '../aria/role-names.js';

const CAPTIONS: Readonly<Record<string, string>> = { caption: 'table', legend: 'fieldset' };

export class TextInNames {
  readonly #reading: Reading;
  readonly #labelled = new Map<Element, Element>();
  readonly #roots = new Set<Node>();

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  has(element: Element, tag: string, isPlain: boolean): boolean {
    if (tag === 'label') {
      const control = shownControl(this.#reading, element);
      return control !== undefined && isNamedByMarkup(control);
    }
    const owner = CAPTIONS[tag];
    if (owner !== undefined) {
      const parent = flatParent(element);
      return parent !== null && tagOf(parent) === owner && isNamedByMarkup(parent);
    }
    return !isPlain && hasAttribute(element, 'id') && this.#labelledBy(element) !== undefined;
  }

  #labelledBy(element: Element): Element | undefined {
    const root = element.getRootNode();
    if (isTree(root) && !this.#roots.has(root)) {
      this.#roots.add(root);
      for (const named of root.querySelectorAll('[aria-labelledby]')) {
        if (!CONTROL_ROLES.has(this.#reading.role(named))) continue;
        for (const label of referencedElements(named, 'aria-labelledby')) {
          if (!label.contains(named) && !named.contains(label)) this.#labelled.set(label, named);
        }
      }
    }
    const named = this.#labelled.get(element);
    return named && !CONTROL_ROLES.has(this.#reading.role(element)) && named.checkVisibility() ? named : undefined;
  }
}

function isNamedByMarkup(element: Element): boolean {
  return !hasAttribute(element, 'aria-label') && !hasAttribute(element, 'aria-labelledby');
}

/** Styled checkboxes hide the control and show only its label. */
export function labelledControl(reading: Reading, label: Element): Element | undefined {
  const control = controlOf(label);
  return control && !isShown(reading, control) ? control : undefined;
}

function shownControl(reading: Reading, label: Element): Element | undefined {
  const control = controlOf(label);
  return control && isShown(reading, control) ? control : undefined;
}

function controlOf(label: Element): Element | undefined {
  return isLabel(label) ? (label.control ?? undefined) : undefined;
}

function isLabel(element: Element): element is HTMLLabelElement {
  return tagOf(element) === 'label';
}

function isShown(reading: Reading, control: Element): boolean {
  return reading.isShown(control);
}
