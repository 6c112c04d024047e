import type { FleetLabels, WorkerRecord } from '../buckets/records.js';
import { commonProtocol } from '../hop/protocol.js';

/** A worker as a gateway sees it, which may be a second old. */
export interface WorkerView extends WorkerRecord {
  id: string;
  epoch: number;
}

// Returns the workers that may take a session with these labels, and their free slots.
function withFreeSlots(workers: readonly WorkerView[], labels: FleetLabels): WorkerView[] {
  return workers.filter(
    (worker) =>
      worker.state === 'ready' &&
      worker.open < worker.slots &&
      hasAll(worker, labels) &&
      commonProtocol(worker.protocols) !== undefined,
  );
}

/** Returns how many sessions with these labels can be placed. */
export function freeSlots(workers: readonly WorkerView[], labels: FleetLabels): number {
  return withFreeSlots(workers, labels).reduce((sum, { slots, open }) => sum + slots - open, 0);
}

/** Returns the freer of two workers at random: almost as even as the freest of all, and no crowd runs to one worker. */
export function chooseWorker(
  workers: readonly WorkerView[],
  labels: FleetLabels,
  random: () => number = Math.random,
): WorkerView | undefined {
  const candidates = withFreeSlots(workers, labels);
  const pick = () => candidates[Math.floor(random() * candidates.length)];
  const [one, other] = [pick(), pick()];
  if (!one || !other) return one ?? other;
  return one.open / one.slots <= other.open / other.slots ? one : other;
}

function hasAll(worker: WorkerRecord, labels: FleetLabels): boolean {
  return Object.entries(labels).every(([name, value]) => worker.labels[name] === value);
}
