import type { SessionRecord } from '../buckets/records.js';

/** Whether a worker of this name may write `next` in place of `before`: it gives a session up, or keeps it, and takes none. */
export function mayWrite(name: string, before: SessionRecord | undefined, next: SessionRecord | undefined): boolean {
  if (!before?.worker.startsWith(`${name}.`)) return false;
  if (!next) return true;
  const isParked = next.worker === '' && next.epoch === 0;
  return (isParked || next.worker === before.worker) && JSON.stringify(whose(next)) === JSON.stringify(whose(before));
}

function whose({ session, user, labels, claims }: SessionRecord): unknown {
  return [session, user, labels, claims];
}
