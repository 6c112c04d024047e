import {
  BtcpError,
  counted,
  cursorAt,
  DEFAULT_SNAPSHOT_SIZE,
  resumeAt,
  resumptionNote,
  type Snapshot,
  type SnapshotOptions,
} from '@btcp/protocol';
import { titleOf } from '../../dom/nodes.js';
import { Reading } from '../aria/reading.js';
import type { Traces } from '../heirs/traces.js';
import { locate } from '../refs/locate.js';
import type { RefTable } from '../refs/refs.js';
import { type Cover, findCover } from '../tree/covers.js';
import { findIn, isSearch } from '../tree/find.js';
import { compact, keepInteractive } from '../tree/narrow.js';
import type { PossibleShadowHosts } from '../tree/possible-shadow-hosts.js';
import { readTree } from '../tree/read-tree.js';
import { Screen } from '../tree/screen.js';
import type { Announced } from './announced-on.js';
import { cutAtLine } from './cut-at-line.js';
import { describeChanges } from './describe-changes.js';
import { type Line, plainLine, sizeOf } from './line.js';
import { Renderer } from './render.js';
import type { SnapshotMemory } from './snapshot-memory.js';

/** Where the content of an unread iframe belongs. */
export interface FrameSlot {
  ref: string;
  line: number;
  depth: number;
}

/** A snapshot without the content of frames of other origins. */
export interface DocumentSnapshot extends Snapshot {
  slots: FrameSlot[];
}

export function takeSnapshot(
  document: Document,
  table: RefTable,
  options: SnapshotOptions = {},
  memory?: SnapshotMemory,
  shadowHosts?: PossibleShadowHosts,
  announced?: Announced,
): DocumentSnapshot {
  if (options.cursor !== undefined && options.diff) {
    throw new BtcpError('invalid_input', 'A diff has no cursor.', { hint: 'Give cursor or diff, not both.' });
  }
  const { renderer, header, body, undoTrace } = renderDocument(
    document,
    table,
    options,
    memory?.traces,
    shadowHosts,
    announced,
  );
  if (isSearch(options)) memory?.keep();
  const { lines, isDiff } =
    memory && !isSearch(options) ? sinceLast(memory, options, body, undoTrace) : { lines: body, isDiff: false };
  const part = options.cursor === undefined ? { at: 0, notes: [] } : resume(body, options.cursor);
  const top = [...(options.header === false ? [] : pageLines(document)), ...header, ...part.notes];
  const shown = part.at > 0 ? lines.slice(part.at) : lines;
  const cut = cutAtLine(
    top.length > 0 ? [...top, ...shown] : shown,
    options.maxSize ?? DEFAULT_SNAPSHOT_SIZE,
    (left) => renderer.partsOn(left),
    (kept) => (isDiff ? undefined : cursorAt(textsOf(lines), part.at + Math.max(0, kept - top.length), table.prefix)),
    options.cursor === undefined ? 0 : top.length + 1,
  );
  const frames: FrameSlot[] = [];
  cut.lines.forEach(({ isFrame, ref, depth }, line) => {
    if (isFrame && ref) frames.push({ ref: `@${ref}`, line, depth });
  });
  return {
    url: document.URL,
    title: titleOf(document),
    tree: cut.lines.map(({ text }) => text).join('\n'),
    refs: renderer.refsOn(cut.lines),
    truncated: cut.truncated,
    ...(cut.cursor === undefined ? {} : { cursor: cut.cursor }),
    isDiff,
    frames: frames.map(({ ref }) => ref.slice(1)),
    slots: isDiff ? [] : frames,
  };
}

export function renderDocument(
  document: Document,
  table: RefTable,
  options: SnapshotOptions,
  traces: Traces | undefined,
  shadowHosts: PossibleShadowHosts | undefined,
  announced?: Announced,
): { renderer: Renderer; header: Line[]; body: Line[]; undoTrace: () => void } {
  const reading = new Reading(document, true);
  const isWhole = options.selector === undefined;
  const scope = isWhole ? (document.body ?? document.documentElement) : locate(document, table, options.selector ?? '');
  const cover = isWhole ? findCover(reading, document) : undefined;
  const behind = cover?.element.matches(':modal') ? 'The page behind the dialog cannot be used and is left out.' : '';
  const root = cover && behind ? cover.element : scope;
  const renderer = new Renderer(table, {
    // Search results are not folded.
    scope: isWhole && !isSearch(options) ? undefined : root,
    maxDepth: options.maxDepth ?? Number.POSITIVE_INFINITY,
    announced,
  });
  let children = root ? readTree(reading, root, options.viewport ? new Screen(document) : undefined, shadowHosts) : [];
  const part = root && !options.viewport ? { root, tree: children } : undefined;
  traces?.inherit(table, part);
  let omitted = 0;
  if (isSearch(options)) children = findIn(children, options);
  else if (options.interactive) ({ children, omitted } = keepInteractive(children));
  if (options.compact) children = compact(children);
  table.whileRendering(() => renderer.renderAll(children));
  const undoTrace = part && traces ? traces.record(part, table) : () => {};
  const notes = [
    behind,
    omitted > 0
      ? `${counted(omitted, 'line')} of text left out: take a snapshot without interactive to read all text.`
      : '',
    renderer.tooDeep > 0
      ? `${renderer.tooDeep} parts deeper than maxDepth left out: raise it, or scope with selector.`
      : '',
    renderer.lines.length === 0 && !isSearch(options) ? 'Nothing to show.' : '',
  ].filter(Boolean);
  const body = renderer.lines.concat(notes.map((note) => plainLine(`[${note}]`)));
  return { renderer, header: coverLines(cover, renderer), body, undoTrace };
}

function sinceLast(
  memory: SnapshotMemory,
  options: SnapshotOptions,
  body: Line[],
  undoTrace: () => void,
): { lines: Line[]; isDiff: boolean } {
  const before = memory.exchange(options, body, undoTrace);
  if (!options.diff) return { lines: body, isDiff: false };
  if (!before)
    return { lines: [plainLine('[no earlier snapshot like this one: full snapshot]'), ...body], isDiff: false };
  const { shown } = describeChanges(before, body);
  if (sizeOf(shown) < sizeOf(body)) return { lines: shown, isDiff: true };
  return {
    lines: [plainLine('[more changed than stayed: full snapshot]'), ...body],
    isDiff: false,
  };
}

function resume(body: readonly Line[], cursor: string): { at: number; notes: Line[] } {
  const resumption = resumeAt(textsOf(body), cursor);
  const note = resumptionNote(resumption);
  return { at: resumption.at, notes: note ? [plainLine(`[${note}]`)] : [] };
}

// The focus moves without a change of the page.
function textsOf(lines: readonly Line[]): string[] {
  return lines.map((line) => (line.unfocused ?? line).text);
}

function pageLines(document: Document): Line[] {
  return [`url: ${document.URL}`, `title: ${titleOf(document)}`].map(plainLine);
}

function coverLines(cover: Cover | undefined, renderer: Renderer): Line[] {
  if (!cover) return [];
  const { element, role, name, isModal } = cover;
  const ref = renderer.refOf({ element, role, name });
  const text = `covered by: ${role}${name ? ` ${JSON.stringify(name)}` : ''}${isModal ? ' [modal]' : ''} @${ref}`;
  return [{ ...plainLine(text), ref, refs: [ref] }];
}
