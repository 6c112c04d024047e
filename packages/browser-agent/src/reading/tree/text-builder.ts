import { flatContains } from '../../dom/flat-tree.js';
import { collapseInside, flatParent } from '../../dom/nodes.js';
import { hiddenMark } from '../text/hidden-mark.js';
import type { TextRun, TreeChild, TreeNode } from './tree-node.js';

export class TextBuilder {
  #parts: (string | TreeNode)[] = [];
  #text = '';
  #hidden: string[] = [];
  // Reading the end of a long rope would flatten it each time.
  #endsInSpace = false;
  #isAfterBreak = false;
  readonly #element: Element;
  #holder: Element | undefined;

  constructor(element: Element) {
    this.#element = element;
  }

  addText(text: string, from: Element, isHidden = false): void {
    this.#widenTo(from);
    const collapsed = collapseInside(text);
    if (collapsed === ' ') {
      this.addSpace();
      return;
    }
    const marked = isHidden ? this.#hide(collapsed) : collapsed;
    this.#text += this.#endsInSpace && marked.startsWith(' ') ? marked.slice(1) : marked;
    this.#endsInSpace = collapsed.endsWith(' ');
    this.#isAfterBreak = false;
  }

  addSpace(): void {
    if (this.#endsInSpace) return;
    this.#text += ' ';
    this.#endsInSpace = true;
  }

  /** A line break is a space; a second one in a row ends the paragraph. */
  addBreak(children: TreeChild[]): void {
    if (this.#isAfterBreak) this.flushInto(children);
    this.addSpace();
    this.#isAfterBreak = true;
  }

  /** A node has one line, so line breaks become a sign. */
  addPreformatted(text: string, from: Element, isHidden = false): void {
    this.#widenTo(from);
    const line = text.replace(/\r?\n/g, ' ⏎ ').replace(/[\t\f\r]/g, ' ');
    this.#text += isHidden ? this.#hide(line) : line;
    this.#endsInSpace = line.endsWith(' ');
  }

  addNode(node: TreeNode): void {
    this.#closeText();
    this.#widenTo(node.element);
    this.#parts.push(node);
    this.#isAfterBreak = false;
  }

  flushInto(children: TreeChild[]): void {
    const parts = this.#parts;
    const hidden = this.#hidden;
    const element = this.#holder ?? this.#element;
    this.#holder = undefined;
    if (parts.length === 0 && (this.#text === '' || this.#text === ' ')) {
      this.#dropText();
      return;
    }
    this.#closeText();
    this.#parts = [];
    if (hidden.length > 0) this.#hidden = [];
    if (parts.some((part) => typeof part === 'string' && part.trim() !== '')) {
      const run: TextRun = { kind: 'text', element, parts: tidy(parts) };
      if (hidden.length > 0) run.hidden = hidden;
      children.push(run);
      return;
    }
    for (const part of parts) if (typeof part !== 'string') children.push(part);
  }

  #hide(words: string): string {
    this.#hidden.push(words.trim());
    return hiddenMark(words);
  }

  #widenTo(element: Element): void {
    const widest = this.#holder;
    if (widest === undefined) this.#holder = element;
    else if (!widest.contains(element)) this.#holder = commonHolder(widest, element) ?? this.#element;
  }

  #closeText(): void {
    if (this.#text === '') return;
    this.#parts.push(this.#text);
    this.#dropText();
  }

  #dropText(): void {
    this.#text = '';
    this.#endsInSpace = false;
  }
}

function commonHolder(one: Element, other: Element): Element | null {
  const parent = flatParent(one);
  // Most texts of a line are next to each other.
  if (parent === flatParent(other)) return parent;
  let holder: Element | null = one;
  while (holder && !flatContains(holder, other)) holder = flatParent(holder);
  return holder;
}

function tidy(parts: (string | TreeNode)[]): TextRun['parts'] {
  const first = parts[0];
  if (typeof first === 'string') parts[0] = first.replace(/^(?:\s|⏎)+/, '');
  const last = parts.at(-1);
  if (typeof last === 'string') parts[parts.length - 1] = withoutEnd(last);
  return parts.filter((part) => part !== '');
}

// An expression that ends in `$` would start again at each space inside the text.
function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s⏎]/.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
