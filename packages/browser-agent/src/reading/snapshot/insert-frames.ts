import type { RefInfo, Snapshot } from '@btcp/protocol';
import { INDENT } from './line.js';
import type { DocumentSnapshot } from './take-snapshot.js';

export function insertFrames(
  { tree, refs, slots }: DocumentSnapshot,
  frames: ReadonlyMap<string, Pick<Snapshot, 'tree' | 'refs'>>,
): Pick<Snapshot, 'tree' | 'refs'> {
  const lines = tree.split('\n');
  const spliced: string[] = [];
  const moved: number[] = [];
  const inner: Record<string, RefInfo>[] = [];
  const slotAt = new Map(slots.map((slot) => [slot.line, slot]));
  lines.forEach((line, index) => {
    moved.push(spliced.length);
    spliced.push(line);
    const slot = slotAt.get(index);
    const frame = slot && frames.get(slot.ref);
    if (!slot || !frame?.tree) return;
    const indent = INDENT.repeat(slot.depth + 1);
    inner.push(withLines(frame.refs, (at) => at + spliced.length));
    spliced.push(...frame.tree.split('\n').map((each) => indent + each));
  });
  return {
    tree: spliced.join('\n'),
    refs: Object.assign(
      withLines(refs, (at) => moved[at] ?? at),
      ...inner,
    ),
  };
}

function withLines(refs: Record<string, RefInfo>, move: (line: number) => number): Record<string, RefInfo> {
  const entries = Object.entries(refs).map(([ref, info]): [string, RefInfo] => [
    ref,
    info.line === undefined ? info : { ...info, line: move(info.line) },
  ]);
  return Object.fromEntries(entries);
}
