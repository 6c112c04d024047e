import { expect, test } from 'vitest';
import type { Bucket, Entry } from '../src/buckets/bucket.ts';
import { keyOfSession, type SessionRecord, type WorkerRecord } from '../src/buckets/records.ts';
import { Lease } from '../src/leases/lease.ts';
import { OwnedSessions } from '../src/placement/owned-sessions.ts';

class Memory<Value> implements Bucket<Value> {
  readonly entries = new Map<string, Entry<Value>>();
  #revision = 0;

  async get(key: string) {
    return this.entries.get(key);
  }

  async create(key: string, value: Value) {
    return this.entries.has(key) ? undefined : this.write(key, value);
  }

  async update(key: string, value: Value, revision: number) {
    return this.entries.get(key)?.revision === revision ? this.write(key, value) : undefined;
  }

  async remove(key: string, revision: number) {
    return this.entries.get(key)?.revision === revision && this.entries.delete(key);
  }

  write(key: string, value: Value): number {
    this.entries.set(key, { value, revision: ++this.#revision });
    return this.#revision;
  }
}

const RECORD = { url: '', slots: 2, open: 0, state: 'ready', labels: {}, version: '1' } as const;
const KEY = keyOfSession('a') ?? '';

async function workerWithSession() {
  const workers = new Memory<WorkerRecord>();
  const sessions = new Memory<SessionRecord>();
  const lease = new Lease({ worker: 'w1', workers, ttl: 3_000, now: () => 0 });
  await lease.renew(RECORD);
  const lost: string[] = [];
  const owned = new OwnedSessions({ lease, sessions, slots: 2, onLost: (session) => lost.push(session) });
  const place = (worker: string, epoch = lease.epoch ?? 0) =>
    sessions.write(KEY, { session: 'a', user: '', labels: {}, worker, epoch });
  await owned.admit('a', place('w1'));
  return { owned, lost, place, workers, lease };
}

test('a session that was at another worker meanwhile begins without the browser that is left here', async () => {
  const { owned, lost, place } = await workerWithSession();
  place('w2');
  const revision = place('w1');
  expect(await owned.admit('a', revision)).toMatchObject({ revision });
  expect(lost).toEqual(['a']);
});

test('a session that its worker reclaims goes on in the same browser', async () => {
  const { owned, lost, workers, lease } = await workerWithSession();
  workers.entries.clear();
  await lease.renew(RECORD);
  await owned.reclaim();
  const revision = owned.owned('a')?.revision ?? 0;
  expect(await owned.admit('a', revision)).toMatchObject({ revision });
  expect(lost).toEqual([]);
});
