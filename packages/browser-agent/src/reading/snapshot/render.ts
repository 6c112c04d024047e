import type { RefInfo } from '@btcp/protocol';
import type { RefTable } from '../refs/refs.js';
import { foldedFrom } from '../tree/fold.js';
import { anonymousHint } from '../tree/hints.js';
import { CELL_ROLES } from '../tree/page-part.js';
import { containsWords, plainText, type TextRun, type TreeChild, type TreeNode } from '../tree/tree-node.js';
import { type Announced, announcedOn } from './announced-on.js';
import { asText } from './as-text.js';
import { clean, shorten, strip } from './clean-text.js';
import type { Part } from './cut-at-line.js';
import { INDENT, type Line, sizeOf } from './line.js';
import { childrenBelow, isHeadingLine, isOneLine, isRowLine, leads } from './line-layout.js';
import { restOfName } from './rest-of-name.js';

export interface RenderOptions {
  // Its children are not folded, because the caller asked for it.
  scope: Element | undefined;
  maxDepth: number;
  announced: Announced | undefined;
}

const MAX_NAME = 1_000;
const MAX_TEXT = 20_000;
const MAX_PARTS = 3;
// Changes with every action, so it is not compared.
const FOCUSED = 'focused';

export class Renderer {
  readonly lines: Line[] = [];
  tooDeep = 0;
  // Separate from the lines, which outlive a snapshot while elements must not.
  readonly #nodes: (TreeNode | undefined)[] = [];
  readonly #refs = new Map<string, RefInfo>();
  readonly #table: RefTable;
  readonly #options: RenderOptions;
  #lineRefs: string[] = [];
  #hasFocus = false;
  #hidesFocus = false;

  constructor(table: RefTable, options: RenderOptions) {
    this.#table = table;
    this.#options = options;
  }

  renderAll(children: readonly TreeChild[], depth = 0, parent?: TreeNode): void {
    if (depth > this.#options.maxDepth) {
      this.tooDeep += children.length;
      return;
    }
    const { scope } = this.#options;
    const folds = scope === undefined || (parent !== undefined && parent.element !== scope);
    for (let index = 0; index < children.length; index++) {
      const child = children[index];
      if (child === undefined) continue;
      const fold = folds ? foldedFrom(children, index) : undefined;
      if (fold) {
        for (const shown of children.slice(index, fold.from)) this.#render(shown, depth);
        const selector = parent ? `@${this.refOf(parent)}` : 'body';
        const note = `… ${fold.to - fold.from} more ${fold.role} like these; a snapshot with selector ${selector} shows them`;
        this.#add(this.#line(depth, '', note, note), undefined);
        index = fold.to - 1;
      } else {
        this.#render(child, depth);
      }
    }
  }

  refOf(node: Pick<TreeNode, 'element' | 'role' | 'name'>): string {
    const info: RefInfo = { role: node.role, name: shorten(node.name, MAX_NAME) };
    const ref = this.#table.assign(node.element, info);
    this.#refs.set(ref, info);
    this.#lineRefs.push(ref);
    return ref;
  }

  refsOn(lines: readonly Line[]): Record<string, RefInfo> {
    const refs: Record<string, RefInfo> = {};
    lines.forEach((line, index) => {
      for (const ref of line.refs) {
        const info = this.#refs.get(ref);
        if (!info) continue;
        refs[`@${ref}`] = info;
        if (ref === line.ref || info.line === undefined) info.line = index;
      }
    });
    return refs;
  }

  partsOn(lines: readonly Line[]): Part[] {
    const nodes = new Map(this.lines.map((line, index) => [line, this.#nodes[index]]));
    const all = lines.flatMap((line, index) => {
      const node = nodes.get(line);
      return node && node.children.length > 0 ? { node, depth: line.depth, index } : [];
    });
    // The main content comes first, if all of it is left.
    const main = all.findIndex(({ node }) => node.role === 'main');
    const parts = main > 0 ? all.slice(main) : all;
    const depths = parts.map(({ depth }) => depth).sort((one, other) => one - other);
    const deepest = depths[Math.min(MAX_PARTS, depths.length) - 1] ?? 0;
    const outermost = parts.filter(({ depth }) => depth <= deepest).slice(0, MAX_PARTS);
    return outermost.map(({ node, depth, index }) => {
      const name = node.name ? ` ${JSON.stringify(node.name.slice(0, 30))}` : '';
      const end = lines.findIndex((line, at) => at > index && line.depth <= depth);
      const size = sizeOf(lines.slice(index, end === -1 ? lines.length : end));
      return { label: `${node.role}${name}`, ref: this.refOf(node), size };
    });
  }

  #render(child: TreeChild, depth: number): void {
    this.#hasFocus = false;
    const line = this.#lineOf(child, depth);
    if (this.#hasFocus) {
      this.#hidesFocus = true;
      line.unfocused = this.#lineOf(child, depth);
      this.#hidesFocus = false;
    }
    const { announced } = this.#options;
    // Changes are read without the focus.
    if (announced?.size) (line.unfocused ?? line).announced = announcedOn(child, announced);
    if (child.kind === 'text') {
      this.#add(line, undefined);
      return;
    }
    this.#add(line, child);
    if (!isOneLine(child)) this.renderAll(childrenBelow(child, strip(child.value ?? '') !== ''), depth + 1, child);
  }

  #add(line: Line, node: TreeNode | undefined): void {
    this.lines.push(line);
    this.#nodes.push(node);
  }

  #lineOf(child: TreeChild, depth: number): Line {
    if (child.kind === 'text') return this.#line(depth, 'text', '', asText(this.#run(child)));
    const name = this.#nameOf(child);
    const head = this.#head(child, name);
    const content = this.#content(child);
    const text = content === undefined ? head : `${head}: ${content}`;
    const line = this.#line(depth, child.role, name, text, head.length);
    if (child.hasRef) line.ref = this.#table.refOf(child.element);
    line.isFrame = child.role === 'iframe' && child.children.length === 0;
    return line;
  }

  #line(depth: number, role: string, name: string, text: string, headLength = 0): Line {
    const start = `${INDENT.repeat(depth)}- `;
    const headEnd = start.length + headLength;
    const refs = this.#lineRefs;
    this.#lineRefs = [];
    return {
      depth,
      text: start + text,
      role,
      name,
      ref: undefined,
      refs,
      headEnd,
      isFrame: false,
      unfocused: undefined,
    };
  }

  #valueOf(node: TreeNode): string {
    const { value = '' } = node;
    return value.length <= MAX_TEXT
      ? clean(value, MAX_TEXT)
      : clean(value, MAX_TEXT, `get the text of @${this.refOf(node)}`);
  }

  #content(node: TreeNode): string | undefined {
    if (isRowLine(node)) return node.children.map((cell) => (cell.kind === 'node' ? this.#cell(cell) : '')).join(' | ');
    const value = this.#valueOf(node);
    if (value) return value;
    if (isHeadingLine(node)) return this.#inline(node.children);
    const [first] = node.children;
    return first && leads(node, first) ? this.#inline([first]) : undefined;
  }

  #head(node: TreeNode, name = this.#nameOf(node)): string {
    const isAnonymous = node.hasRef && !name && node.children.length === 0 && !node.value;
    let states = '';
    for (const state of node.states) states += state === FOCUSED ? this.#focusMark() : ` [${state}]`;
    if (isAnonymous) for (const hint of anonymousHint(node.element)) states += ` [${hint}]`;
    return `${node.role}${name ? ` ${JSON.stringify(name)}` : ''}${states}${node.hasRef ? ` @${this.refOf(node)}` : ''}`;
  }

  #nameOf({ element, name }: TreeNode): string {
    if (name.length <= MAX_NAME) return clean(name, MAX_NAME);
    const rest = restOfName(element, (source) => this.refOf({ element: source, role: 'text', name: '' }));
    return clean(name, MAX_NAME, rest);
  }

  #focusMark(): string {
    this.#hasFocus = true;
    return this.#hidesFocus ? '' : ` [${FOCUSED}]`;
  }

  #cell(cell: TreeNode): string {
    if (!CELL_ROLES.has(cell.role)) return this.#fragment(cell);
    const content = this.#inline(cell.children);
    const isPlain = !cell.hasRef && cell.states.length === 0;
    if (isPlain && (!cell.name || containsWords(content, cell.name))) return content;
    if (isPlain && !content) return this.#nameOf(cell);
    return `${this.#head(cell)}${content ? ` ${content}` : ''}`;
  }

  #inline(children: readonly TreeChild[]): string {
    return children.map((child) => (child.kind === 'text' ? this.#run(child) : this.#fragment(child))).join(' ');
  }

  #run(run: TextRun): string {
    let text = '';
    for (const part of run.parts) {
      if (text.length > MAX_TEXT) break;
      const piece = typeof part === 'string' ? strip(part.slice(0, MAX_TEXT * 2)) : this.#fragment(part);
      // Without a space, a footnote sign would run into the word before it.
      const touches =
        run.parts.length > 1 && /\S$/.test(text) && (typeof part !== 'string' || /^[\p{L}\p{N}]/u.test(piece));
      text += touches ? ` ${piece}` : piece;
    }
    if (text.length <= MAX_TEXT) return text;
    const ref = this.refOf({ element: run.element, role: 'text', name: '' });
    return `${text.slice(0, MAX_TEXT)}… (${plainText(run).length - MAX_TEXT} more characters: get the text of @${ref})`;
  }

  #fragment(node: TreeNode): string {
    const head = this.#head(node);
    const value = this.#valueOf(node);
    return value ? `${head}: ${value}` : head;
  }
}
