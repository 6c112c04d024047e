import { BtcpError, counted } from '@btcp/protocol';
import type { AuditReport } from '@btcp/tools';
import type { Tab } from '../tab/tab.js';

const MAX_BYTES = 200_000_000;
const TOP = 15;
const DETACHED = 2;

interface ClassSize {
  count: number;
  bytes: number;
}

interface Snapshot {
  snapshot: { meta: { node_fields: string[]; node_types: (string[] | string)[] }; node_count: number };
  nodes: number[];
  strings: string[];
}

const before = new WeakMap<Tab, Map<string, ClassSize>>();

/** Only counts leave the page: a whole snapshot holds every text of it, also what a person typed. */
export async function memory(tab: Tab): Promise<AuditReport> {
  const snapshot = await take(tab);
  const { classes, detached } = sizesOf(snapshot);
  const last = before.get(tab);
  before.set(tab, classes);
  const largest = [...classes].sort(([, a], [, b]) => b.bytes - a.bytes);
  const total = largest.reduce((sum, [, { bytes }]) => sum + bytes, 0);
  const grown = last ? growth(classes, last) : [];
  return {
    lines: [
      `Heap: ${total} bytes in ${snapshot.snapshot.node_count} objects, ${counted(detached, 'detached DOM node')}`,
      ...(last ? [grown.length > 0 ? 'Grown since the last call:' : 'Nothing has grown since the last call.'] : []),
      ...grown
        .slice(0, TOP)
        .map(([name, { count, bytes }]) => `  ${name}: +${counted(count, 'object')}, +${counted(bytes, 'byte')}`),
      'Largest classes:',
      ...largest
        .slice(0, TOP)
        .map(([name, { count, bytes }]) => `  ${name}: ${counted(count, 'object')}, ${counted(bytes, 'byte')}`),
    ],
    whole: JSON.stringify({ total, detached, classes: Object.fromEntries(largest.slice(0, 2_000)) }, null, 2),
  };
}

async function take(tab: Tab): Promise<Snapshot> {
  const chunks: string[] = [];
  let size = 0;
  const onChunk = ({ chunk }: { chunk: string }) => {
    size += chunk.length;
    if (size <= MAX_BYTES) chunks.push(chunk);
  };
  tab.cdp.on('HeapProfiler.addHeapSnapshotChunk', onChunk);
  try {
    await tab.answer(async () => {
      await tab.cdp.send('HeapProfiler.enable');
      await tab.cdp.send('HeapProfiler.collectGarbage');
      await tab.cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
    });
  } finally {
    tab.cdp.off('HeapProfiler.addHeapSnapshotChunk', onChunk);
    await tab.cdp.send('HeapProfiler.disable').catch(() => {});
  }
  if (size <= MAX_BYTES) return JSON.parse(chunks.join(''));
  throw new BtcpError('unsupported', `The heap of the page is too large to read: its snapshot has ${size} bytes.`, {
    hint: 'Reload the page and do less in it.',
  });
}

const COUNTED = new Set(['object', 'native', 'closure', 'array', 'regexp']);

function sizesOf({ snapshot: { meta }, nodes, strings }: Snapshot): {
  classes: Map<string, ClassSize>;
  detached: number;
} {
  const { node_fields: fields, node_types: types } = meta;
  const [type, name, size, state] = ['type', 'name', 'self_size', 'detachedness'].map((field) =>
    fields.indexOf(field),
  ) as [number, number, number, number];
  const kinds = types[type] as string[];
  const classes = new Map<string, ClassSize>();
  let detached = 0;
  for (let at = 0; at < nodes.length; at += fields.length) {
    if (state >= 0 && nodes[at + state] === DETACHED) detached++;
    const kind = kinds[nodes[at + type] ?? 0] ?? '';
    if (!COUNTED.has(kind)) continue;
    // The name of a function is part of the page's code, and may be anything.
    const label =
      kind === 'object' || kind === 'native' ? (strings[nodes[at + name] ?? 0] ?? '').slice(0, 80) : `(${kind})`;
    const known = classes.get(label) ?? { count: 0, bytes: 0 };
    classes.set(label, { count: known.count + 1, bytes: known.bytes + (nodes[at + size] ?? 0) });
  }
  return { classes, detached };
}

function growth(now: Map<string, ClassSize>, last: Map<string, ClassSize>): [string, ClassSize][] {
  return [...now]
    .map(([name, { count, bytes }]): [string, ClassSize] => {
      const old = last.get(name) ?? { count: 0, bytes: 0 };
      return [name, { count: count - old.count, bytes: bytes - old.bytes }];
    })
    .filter(([, { count, bytes }]) => count > 0 && bytes > 0)
    .sort(([, a], [, b]) => b.bytes - a.bytes);
}
