import { DEFAULT_SNAPSHOT_SIZE, type Snapshot, type SnapshotOptions } from '@btcp/protocol';
import { Reading } from '../aria/reading.js';
import { locate } from '../locate.js';
import type { RefTable } from '../refs.js';
import { type Cover, findCover } from './covers.js';
import { cutAtLine } from './cut-at-line.js';
import { compact, keepInteractive } from './narrow.js';
import { readTree } from './read-tree.js';
import { type Line, Renderer } from './render.js';
import { Screen } from './screen.js';

/** Reads the document as text, one line per node, in one pass. */
export function takeSnapshot(document: Document, refs: RefTable, options: SnapshotOptions = {}): Snapshot {
  const reading = new Reading(document);
  const isWhole = options.selector === undefined;
  const scope = isWhole ? (document.body ?? document.documentElement) : locate(document, refs, options.selector ?? '');
  const cover = isWhole ? findCover(reading, document) : undefined;
  const hidesRest = cover?.element.matches(':modal') === true;
  const root = hidesRest && cover ? cover.element : scope;
  const renderer = new Renderer(refs, { root, maxDepth: options.maxDepth ?? Number.POSITIVE_INFINITY });
  let children = root ? readTree(reading, root, options.viewport ? new Screen(document) : undefined) : [];
  let omitted = 0;
  if (options.interactive) ({ children, omitted } = keepInteractive(children));
  if (options.compact) children = compact(children);
  renderer.renderAll(children);
  const notes: string[] = [];
  if (hidesRest) notes.push('[The page behind the dialog cannot be used and is left out.]');
  if (omitted > 0) notes.push(`[${omitted} lines of text left out: take a snapshot without interactive to read them.]`);
  if (renderer.tooDeep > 0) notes.push(`[${renderer.tooDeep} parts deeper than maxDepth left out.]`);
  if (renderer.lines.length === 0) notes.push('[Nothing to show.]');
  const header = headerLines(document, cover, renderer);
  const lines = [...header, ...renderer.lines, ...notes.map(plainLine)];
  const cut = cutAtLine(lines, options.maxSize ?? DEFAULT_SNAPSHOT_SIZE, renderer);
  return {
    url: document.URL,
    title: document.title,
    tree: cut.lines.join('\n'),
    refs: renderer.refs,
    truncated: cut.truncated,
  };
}

function headerLines(document: Document, cover: Cover | undefined, renderer: Renderer): Line[] {
  const lines = [`url: ${document.URL}`, `title: ${document.title}`];
  if (cover) {
    const { element, role, name, isModal } = cover;
    const ref = renderer.refOf({
      kind: 'node',
      element,
      role,
      name,
      states: [],
      hasRef: true,
      isLive: false,
      children: [],
    });
    lines.push(`covered by: ${role}${name ? ` ${JSON.stringify(name)}` : ''}${isModal ? ' [modal]' : ''} [ref=${ref}]`);
  }
  return lines.map(plainLine);
}

function plainLine(text: string): Line {
  return { depth: 0, text, node: undefined };
}
