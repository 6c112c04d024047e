import type { PageChanges } from '@btcp/protocol';
import type { RefTable } from '../refs/refs.js';
import type { PossibleShadowHosts } from '../tree/possible-shadow-hosts.js';
import type { Announced } from './announced-on.js';
import { changesBetween } from './changes-between.js';
import type { SnapshotMemory } from './snapshot-memory.js';
import { takeSnapshot } from './take-snapshot.js';

export function readChanges(
  document: Document,
  refs: RefTable,
  memory: SnapshotMemory,
  maxSize: number,
  shadowHosts?: PossibleShadowHosts,
  announced?: Announced,
): PageChanges[] | undefined {
  const before = memory.last({});
  if (before === undefined) return undefined;
  takeSnapshot(document, refs, { header: false }, memory, shadowHosts, announced);
  const changes = changesBetween(before, memory.last({}) ?? [], maxSize, memory.earlier);
  return changes ? [changes] : [];
}
