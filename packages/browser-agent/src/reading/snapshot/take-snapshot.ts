import { DEFAULT_SNAPSHOT_SIZE, type Snapshot, type SnapshotOptions } from '@btcp/protocol';
import { titleOf } from '../../dom/nodes.js';
import { Reading } from '../aria/reading.js';
import { locate } from '../refs/locate.js';
import type { RefTable } from '../refs/refs.js';
import { type Cover, findCover } from '../tree/covers.js';
import { findIn, isSearch } from '../tree/find.js';
import { compact, keepInteractive } from '../tree/narrow.js';
import type { PossibleHosts } from '../tree/possible-hosts.js';
import { readTree } from '../tree/read-tree.js';
import { Screen } from '../tree/screen.js';
import { cutAtLine } from './cut-at-line.js';
import { describeChanges } from './describe-changes.js';
import { type Line, Renderer } from './render.js';
import type { SnapshotMemory } from './snapshot-memory.js';

/** Reads the document as text, one line per node, in one pass. */
export function takeSnapshot(
  document: Document,
  table: RefTable,
  options: SnapshotOptions = {},
  memory?: SnapshotMemory,
  hosts?: PossibleHosts,
): Snapshot {
  const reading = new Reading(document, true);
  const isWhole = options.selector === undefined;
  const scope = isWhole ? (document.body ?? document.documentElement) : locate(document, table, options.selector ?? '');
  const cover = isWhole ? findCover(reading, document) : undefined;
  const behind = cover?.element.matches(':modal') ? 'The page behind the dialog cannot be used and is left out.' : '';
  const root = cover && behind ? cover.element : scope;
  const renderer = new Renderer(table, {
    // What was searched for is not folded.
    scope: isWhole && !isSearch(options) ? undefined : root,
    maxDepth: options.maxDepth ?? Number.POSITIVE_INFINITY,
  });
  let children = root ? readTree(reading, root, options.viewport ? new Screen(document) : undefined, hosts) : [];
  let omitted = 0;
  if (isSearch(options)) children = findIn(children, options);
  else if (options.interactive) ({ children, omitted } = keepInteractive(children));
  if (options.compact) children = compact(children);
  renderer.renderAll(children);
  const notes = [
    behind,
    omitted > 0 ? `${omitted} lines of text left out: take a snapshot without interactive to read them.` : '',
    renderer.tooDeep > 0
      ? `${renderer.tooDeep} parts deeper than maxDepth left out: raise it, or scope with selector.`
      : '',
    renderer.lines.length === 0 && !isSearch(options) ? 'Nothing to show.' : '',
  ].filter(Boolean);
  const header = [...(options.header === false ? [] : pageLines(document)), ...coverLines(cover, renderer)];
  const body = [...renderer.lines, ...notes.map((note) => plainLine(`[${note}]`))];
  if (isSearch(options)) memory?.keep();
  const { lines, isDiff } =
    memory && !isSearch(options) ? sinceLast(memory, options, body) : { lines: body, isDiff: false };
  const cut = cutAtLine([...header, ...lines], options.maxSize ?? DEFAULT_SNAPSHOT_SIZE, renderer);
  const tree = cut.lines.join('\n');
  const refs = renderer.refsIn(tree);
  const frames = renderer.frames.filter((frame) => `@${frame}` in refs);
  return { url: document.URL, title: titleOf(document), tree, refs, truncated: cut.truncated, isDiff, frames };
}

/** The lines as changes, where they were asked for and are shorter than the whole. */
function sinceLast(memory: SnapshotMemory, options: SnapshotOptions, body: Line[]): { lines: Line[]; isDiff: boolean } {
  const before = memory.exchange(
    options,
    body.map(({ text }) => text),
  );
  if (!options.diff) return { lines: body, isDiff: false };
  if (!before)
    return { lines: [plainLine('[no earlier snapshot like this one: full snapshot]'), ...body], isDiff: false };
  const changes = describeChanges(
    before,
    body.map(({ text }) => text),
  ).map(plainLine);
  if (sizeOf(changes) < sizeOf(body)) return { lines: changes, isDiff: true };
  return {
    lines: [plainLine('[the whole page is shorter than what changed in it: full snapshot]'), ...body],
    isDiff: false,
  };
}

function sizeOf(lines: readonly Line[]): number {
  return lines.reduce((size, { text }) => size + text.length + 1, 0);
}

function pageLines(document: Document): Line[] {
  return [`url: ${document.URL}`, `title: ${titleOf(document)}`].map(plainLine);
}

function coverLines(cover: Cover | undefined, renderer: Renderer): Line[] {
  if (!cover) return [];
  const { element, role, name, isModal } = cover;
  const ref = renderer.refOf({ element, role, name });
  return [
    plainLine(`covered by: ${role}${name ? ` ${JSON.stringify(name)}` : ''}${isModal ? ' [modal]' : ''} [ref=${ref}]`),
  ];
}

function plainLine(text: string): Line {
  return { depth: 0, text, node: undefined };
}
