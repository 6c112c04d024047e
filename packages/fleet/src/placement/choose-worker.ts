import type { FleetLabels, WorkerRecord } from '../buckets/records.js';
import { commonProtocol } from '../hop/protocol.js';

/** A worker as a gateway sees it, which may be a second old. */
export interface WorkerView extends WorkerRecord {
  id: string;
  epoch: number;
}

// Picks before every worker is looked at: in a large fleet with free slots the first ones fit.
const MAX_PICKS = 8;

export function freeSlots(workers: readonly WorkerView[], labels: FleetLabels): number {
  return workers.reduce((sum, worker) => sum + (canTake(worker, labels) ? worker.slots - worker.open : 0), 0);
}

/** Returns the freer of two workers at random: almost as even as the freest of all, and no crowd runs to one worker. */
export function chooseWorker(
  workers: readonly WorkerView[],
  labels: FleetLabels,
  random: () => number = Math.random,
): WorkerView | undefined {
  const pick = (among: readonly WorkerView[]) => among[Math.floor(random() * among.length)];
  const picked: WorkerView[] = [];
  for (let count = 0; count < MAX_PICKS && picked.length < 2; count++) {
    const worker = pick(workers);
    if (worker && canTake(worker, labels)) picked.push(worker);
  }
  if (picked.length === 2) return freer(picked);
  const candidates = workers.filter((worker) => canTake(worker, labels));
  return freer([pick(candidates), pick(candidates)].filter((worker) => worker !== undefined));
}

function freer([one, other]: readonly WorkerView[]): WorkerView | undefined {
  if (!one || !other) return one ?? other;
  return one.open / one.slots <= other.open / other.slots ? one : other;
}

function canTake(worker: WorkerView, labels: FleetLabels): boolean {
  return (
    worker.state === 'ready' &&
    worker.open < worker.slots &&
    hasAll(worker, labels) &&
    commonProtocol(worker.protocols) !== undefined
  );
}

function hasAll(worker: WorkerRecord, labels: FleetLabels): boolean {
  return Object.entries(labels).every(([name, value]) => worker.labels[name] === value);
}
