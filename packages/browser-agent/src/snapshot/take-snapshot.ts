import { DEFAULT_SNAPSHOT_SIZE, type RefInfo, type Snapshot, type SnapshotOptions } from '@btcp/protocol';
import { collapse } from '../aria/dom.js';
import { nameOf } from '../aria/name.js';
import { isControl, roleOf } from '../aria/role.js';
import { locate } from '../locate.js';
import type { RefTable } from '../refs.js';
import { cutAtLine } from './cut-at-line.js';

/** Reads the document as text, one line per node, in one pass. */
export function takeSnapshot(document: Document, refs: RefTable, options: SnapshotOptions = {}): Snapshot {
  const root = options.selector === undefined ? document.body : locate(document, refs, options.selector);
  const seen: Record<string, RefInfo> = {};
  const lines: string[] = [];
  if (root) walk(root, 0);
  const { text, truncated } = cutAtLine(lines, options.maxSize ?? DEFAULT_SNAPSHOT_SIZE);
  return { url: document.URL, title: document.title, tree: text, refs: seen, truncated };

  function walk(node: Node, depth: number): void {
    if (node.nodeType === Node.TEXT_NODE) {
      const text = collapse(node.textContent ?? '');
      if (text) lines.push(`${'  '.repeat(depth)}- text: ${text}`);
      return;
    }
    if (!(node instanceof Element) || !isRendered(node)) return;
    const role = roleOf(node);
    if (role === undefined) {
      for (const child of node.childNodes) walk(child, depth);
      return;
    }
    const name = nameOf(node, role);
    let line = `${'  '.repeat(depth)}- ${role}${name ? ` ${JSON.stringify(name)}` : ''}`;
    if (isControl(role)) {
      const ref = refs.assign(node, { role, name });
      seen[`@${ref}`] = { role, name };
      line += ` [ref=${ref}]`;
    }
    lines.push(line);
    if (name && collapse(node.textContent ?? '') === name) return;
    if (options.maxDepth !== undefined && depth >= options.maxDepth) return;
    for (const child of node.childNodes) walk(child, depth + 1);
  }
}

const NEVER_RENDERED = new Set(['HEAD', 'NOSCRIPT', 'SCRIPT', 'STYLE', 'TEMPLATE']);

function isRendered(element: Element): boolean {
  return !NEVER_RENDERED.has(element.tagName) && element.checkVisibility({ visibilityProperty: true });
}
