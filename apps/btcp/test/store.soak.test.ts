import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AppEvent } from '../src/contract/types.ts';
import { databaseAddress } from '../src/settings/database.ts';
import { copyWorkspace } from '../src/store/copy-workspace.ts';
import { shownMessage } from '../src/store/messages.ts';
import { Store } from '../src/store/store.ts';
import { PATIENT, RUNNING, said, storeSuite, textsOf } from './postgres/store-suite.ts';
import { TestPostgres } from './postgres/test-postgres.ts';

const postgres = new TestPostgres();
const folder = mkdtempSync(join(tmpdir(), 'btcp-store-'));
let count = 0;
beforeAll(() => postgres.start());
afterAll(async () => {
  await postgres[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

describe('a workspace in PostgreSQL', () => {
  storeSuite(() => {
    const path = join(folder, String(++count));
    const address = databaseAddress({ database: postgres.create(`store${count}`) });
    return () => Store.open(path, address);
  });
});

describe('several servers on one PostgreSQL', () => {
  let stores: [Store, Store, Store];
  let name: string;
  beforeEach(async () => {
    name = `shared${++count}`;
    const address = databaseAddress({ database: postgres.create(name) });
    const open = () => Store.open(join(folder, String(++count)), address);
    // All at once: each finds the tables of the one that was first.
    stores = await Promise.all([open(), open(), open()]);
    await stores[0].agents.add({ slug: 'ann', name: 'Ann', created: 1, host: { kind: 'local' } });
    await stores[0].sessions.add({ agent: 'ann', id: 'a', title: 'A', created: 1, updated: 1, run: { state: 'idle' } });
  });
  afterEach(() => Promise.all(stores.map((store) => store.close())));

  test('start at once, take turns in runs, and see the same events in the same order', async () => {
    const seen = stores.map((store) => {
      const events: AppEvent[] = [];
      store.database.follow('ann', 'a', (event) => events.push(event), expect.fail).from(0);
      return events;
    });
    const adding = stores.flatMap((store, at) =>
      Array.from({ length: 10 }, (_, number) => store.runs.addMessage('ann', 'a', said(`${at} ${number}`), false)),
    );
    await Promise.all(adding);
    const claims = await Promise.all(stores.map((store) => store.runs.claim('ann', 'a', randomUUID(), RUNNING)));
    expect(claims.filter(Boolean)).toHaveLength(1);
    await vi.waitFor(() => expect(seen.map(({ length }) => length)).toEqual([31, 31, 31]), PATIENT);
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
    const [runner] = stores.filter((_, at) => claims[at]);
    const [other] = stores.filter((_, at) => !claims[at]);
    expect(await other?.runs.addMessage('ann', 'a', said('meanwhile'), false)).toBe(true);
    expect(await other?.runs.end('ann', 'a', { state: 'idle' }, 'x')).toBe('lost');
    const foreign = { agent: 'ann', session: 'a', runner: other?.database.server };
    const answer = { id: 'x', role: 'agent' as const, created: 1, parts: [] };
    await expect(other?.messages.add(foreign, answer)).rejects.toMatchObject({ code: 'cancelled' });
    expect(await runner?.runs.end('ann', 'a', { state: 'idle' }, 'x')).toBe('goes-on');
  });

  test('lose no event while the connection is broken, and read the state again where events are gone', async () => {
    const [writer, reader] = stores;
    const seen: AppEvent[] = [];
    let hasGap = false;
    const onGap = () => {
      hasGap = true;
    };
    reader.database.follow('ann', 'a', (event) => seen.push(event), onGap).from(0);
    await writer.sessions.setTitle('ann', 'a', 'one');
    await vi.waitFor(() => expect(seen).toHaveLength(1), PATIENT);
    postgres.sql(
      name,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND pid <> pg_backend_pid()`,
    );
    await vi.waitFor(() => writer.sessions.setTitle('ann', 'a', 'two'), PATIENT);
    await vi.waitFor(
      () => expect(seen.map((event) => event.type === 'title' && event.title)).toEqual(['one', 'two']),
      PATIENT,
    );
    await writer.sessions.setTitle('ann', 'a', 'three');
    await vi.waitFor(() => expect(seen).toHaveLength(3), PATIENT);
    await writer.database.transaction(async (within) => {
      await within.publish('ann', 'a', { type: 'title', title: 'four' });
      await within.run('DELETE FROM events');
    });
    await vi.waitFor(() => expect(hasGap).toBe(true), PATIENT);
    expect(seen).toHaveLength(3);
  });

  test('take a copy of a file, and refuse a second one', async () => {
    const file = await Store.open(join(folder, String(++count)));
    await file.agents.add({ slug: 'bob', name: 'Bob', created: 1, host: { kind: 'local' } });
    await file.sessions.add({ agent: 'bob', id: 'b', title: 'B', created: 1, updated: 1, run: { state: 'idle' } });
    for (const text of ['one', 'two', 'three']) await file.runs.addMessage('bob', 'b', said(text), false);
    await expect(copyWorkspace(file.database, stores[0].database)).rejects.toThrow('has a workspace already');
    await stores[0].agents.remove('ann');
    await expect(copyWorkspace(file.database, stores[0].database)).resolves.toMatchObject({ agents: 1, messages: 3 });
    await file.close();
    await stores[1].runs.addMessage('bob', 'b', said('four'), false);
    const kept = await stores[2].messages.list('bob', 'b');
    expect(textsOf(kept.map(shownMessage))).toEqual(['one', 'two', 'three', 'four']);
  });
});
