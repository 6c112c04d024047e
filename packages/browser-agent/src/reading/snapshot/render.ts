import type { RefInfo } from '@btcp/protocol';
import type { RefTable } from '../refs/refs.js';
import { isSimple } from '../tree/finish-table.js';
import { foldedFrom } from '../tree/fold.js';
import { anonymousHint } from '../tree/hints.js';
import { CELL_ROLES, LEADING_TEXT_ROLES } from '../tree/page-part.js';
import { plainText, type TextRun, type TreeChild, type TreeNode } from '../tree/tree-node.js';

/** One line of the text, and what it stands for. */
export interface Line {
  depth: number;
  text: string;
  node: TreeNode | undefined;
}

export interface RenderOptions {
  /** Whose children are not folded, because it was asked for; undefined for the whole page. */
  scope: Element | undefined;
  maxDepth: number;
}

const LONGEST_NAME = 1_000;
const LONGEST_TEXT = 20_000;

/** Turns the tree into lines and gives refs to what is shown. */
export class Renderer {
  readonly lines: Line[] = [];
  /** Frames of which only the outside is known. */
  readonly frames: string[] = [];
  tooDeep = 0;
  readonly #refs = new Map<string, RefInfo>();
  readonly #table: RefTable;
  readonly #options: RenderOptions;

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
        this.#push(depth, note, undefined);
        index = fold.to - 1;
      } else {
        this.#render(child, depth);
      }
    }
  }

  /** The ref of a node, given now if it has none yet. */
  refOf(node: Pick<TreeNode, 'element' | 'role' | 'name'>): string {
    const info: RefInfo = { role: node.role, name: shorten(node.name, LONGEST_NAME) };
    const ref = this.#table.assign(node.element, info);
    this.#refs.set(ref, info);
    return ref;
  }

  /** What the refs in this text stand for; those of lines that were cut off are left out. */
  refsIn(text: string): Record<string, RefInfo> {
    const refs: Record<string, RefInfo> = {};
    for (const [, ref = ''] of text.matchAll(/(?:\[ref=|@)([a-z0-9]+)/g)) {
      const info = this.#refs.get(ref);
      if (info) refs[`@${ref}`] = info;
    }
    return refs;
  }

  #render(child: TreeChild, depth: number): void {
    if (child.kind === 'text') this.#push(depth, `text: ${this.#run(child)}`, undefined);
    else this.#renderNode(child, depth);
  }

  #renderNode(node: TreeNode, depth: number): void {
    const head = this.#head(node);
    if (node.role === 'iframe' && node.children.length === 0) this.frames.push(this.refOf(node));
    const row = node.role === 'row' ? this.#row(node) : undefined;
    if (row !== undefined) {
      this.#push(depth, `${head}: ${row}`, node);
      return;
    }
    const [first, ...rest] = node.children;
    const leads = first !== undefined && (rest.length === 0 ? first.kind === 'text' : this.#leads(node, first));
    const heading = node.role === 'heading' && !node.name && node.children.every(isSimple);
    const value = node.value ? clean(node.value, LONGEST_TEXT) : '';
    if (value) this.#push(depth, `${head}: ${value}`, node);
    else if (heading) this.#push(depth, `${head}: ${this.#inline(node.children)}`, node);
    else if (leads) this.#push(depth, `${head}: ${this.#inline([first])}`, node);
    else this.#push(depth, head, node);
    if (!heading) this.renderAll(leads && !value ? rest : node.children, depth + 1, node);
  }

  /** Whether a node's first words, or the link they are, stand on its own line. */
  #leads(node: TreeNode, first: TreeChild): boolean {
    if (first.kind === 'text') return LEADING_TEXT_ROLES.has(node.role);
    return node.role === 'listitem' && first.role === 'link' && first.children.length === 0;
  }

  #head(node: TreeNode): string {
    const name = clean(node.name, LONGEST_NAME);
    const isAnonymous = node.hasRef && !name && node.children.length === 0 && !node.value;
    const states = [...node.states, ...(isAnonymous ? anonymousHint(node.element) : [])]
      .map((state) => ` [${state}]`)
      .join('');
    return `${node.role}${name ? ` ${JSON.stringify(name)}` : ''}${states}${node.hasRef ? ` [ref=${this.refOf(node)}]` : ''}`;
  }

  /** All cells on one line, where each is simple enough. */
  #row(node: TreeNode): string | undefined {
    const cells = node.children;
    if (cells.length < 2 || !cells.every((cell) => cell.kind === 'node' && isSimpleCell(cell))) return undefined;
    return cells.map((cell) => (cell.kind === 'node' ? this.#cell(cell) : '')).join(' | ');
  }

  #cell(cell: TreeNode): string {
    if (!CELL_ROLES.has(cell.role)) return this.#fragment(cell);
    const content = this.#inline(cell.children);
    if (!cell.hasRef && cell.states.length === 0) return content || clean(cell.name, LONGEST_NAME);
    return `${this.#head(cell)}${content ? ` ${content}` : ''}`;
  }

  #inline(children: readonly TreeChild[]): string {
    return children.map((child) => (child.kind === 'text' ? this.#run(child) : this.#fragment(child))).join(' ');
  }

  #run(run: TextRun): string {
    let text = '';
    for (const part of run.parts) {
      if (text.length > LONGEST_TEXT) break;
      const piece = typeof part === 'string' ? strip(part.slice(0, LONGEST_TEXT * 2)) : this.#fragment(part);
      // What is set solid on the page, such as a footnote sign, would be hard to tell from the words around it.
      const touches =
        run.parts.length > 1 && /\S$/.test(text) && (typeof part !== 'string' || /^[\p{L}\p{N}]/u.test(piece));
      text += touches ? ` ${piece}` : piece;
    }
    if (text.length <= LONGEST_TEXT) return text;
    const ref = this.refOf({ element: run.element, role: 'text', name: '' });
    return `${text.slice(0, LONGEST_TEXT)}… (${plainText(run).length - LONGEST_TEXT} more characters: get the text of @${ref})`;
  }

  #fragment(node: TreeNode): string {
    const value = node.value ? `: ${clean(node.value, LONGEST_TEXT)}` : '';
    return `${this.#head(node)}${value}`;
  }

  #push(depth: number, text: string, node: TreeNode | undefined): void {
    this.lines.push({ depth, text: `${'  '.repeat(depth)}- ${text}`, node });
  }
}

function isSimpleCell(cell: TreeNode): boolean {
  return cell.children.every(isSimple);
}

function clean(text: string, longest: number): string {
  return shorten(strip(text.slice(0, longest * 2)), longest, text.length);
}

/** Nothing to strip, which is quickly seen and true of most texts. */
const ORDINARY = /^[ -~]*$/;

/** Signs that would break the line, that nobody sees, or that only an icon font can draw. */
function strip(text: string): string {
  if (ORDINARY.test(text)) return text;
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replace(/[\u00AD\u200B\u2060\uFEFF\uE000-\uF8FF]/g, '');
}

function shorten(text: string, longest: number, whole: number = text.length): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest)}… (${whole - longest} more characters)`;
}
