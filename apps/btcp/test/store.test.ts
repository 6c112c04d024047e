import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { Store } from '../src/store/store.ts';
import { storeSuite } from './postgres/store-suite.ts';

// The tables of the first version.
const FIRST_TABLES = `
  CREATE TABLE agents (slug TEXT PRIMARY KEY, created INTEGER, body TEXT);
  CREATE TABLE sessions (
    agent TEXT, id TEXT, created INTEGER, updated INTEGER, title TEXT, run TEXT, usage TEXT, PRIMARY KEY (agent, id));
  CREATE TABLE messages (number INTEGER PRIMARY KEY, id TEXT UNIQUE, agent TEXT, session TEXT, body TEXT);
  CREATE INDEX messages_of_session ON messages (agent, session);
  CREATE TABLE parts (message TEXT, position INTEGER, body TEXT, PRIMARY KEY (message, position));
  CREATE TABLE actions (number INTEGER PRIMARY KEY, agent TEXT, session TEXT, body TEXT);
  CREATE INDEX actions_of_session ON actions (agent, session);
  CREATE TABLE states (agent TEXT, name TEXT, created INTEGER, body TEXT, PRIMARY KEY (agent, name));
  CREATE TABLE settings (name TEXT PRIMARY KEY, body TEXT);
`;

const folder = mkdtempSync(join(tmpdir(), 'btcp-store-'));
let count = 0;
afterAll(() => rmSync(folder, { recursive: true }));

describe('a workspace in SQLite', () => {
  storeSuite(() => {
    const path = join(folder, String(++count));
    return () => Store.open(path);
  });
});

test('a workspace of the first version keeps its agents and sessions, and its agents take settings', async () => {
  const path = join(folder, 'first');
  mkdirSync(path);
  const { Database } = createRequire(import.meta.url)('node-sqlite3-wasm') as typeof import('node-sqlite3-wasm');
  const old = new Database(join(path, 'workspace.db'));
  const ann = { slug: 'ann', name: 'Ann', created: 1, host: { kind: 'local' as const } };
  const action = { time: 1, tool: 'browser_click', input: {}, success: true, outcome: 'done', url: '' };
  old.exec(FIRST_TABLES);
  old.run('INSERT INTO agents VALUES (?, ?, ?)', ['ann', 1, JSON.stringify(ann)]);
  old.run('INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?)', ['ann', 'a', 1, 2, 'Shop', '{"state":"idle"}', '{}']);
  old.run('INSERT INTO actions (agent, session, body) VALUES (?, ?, ?)', ['ann', 'a', JSON.stringify(action)]);
  old.close();

  let store = await Store.open(path);
  expect(await store.agents.list()).toEqual([ann]);
  expect(await store.sessions.list('ann')).toMatchObject([{ id: 'a', title: 'Shop', run: { state: 'idle' } }]);
  expect(await store.actions.list('ann', 'a')).toMatchObject([{ tool: 'browser_click' }]);
  const changed = { ...ann, settings: { instructions: 'Prefer German shops.', stepLimit: 5 } };
  await store.agents.put(changed);
  await store.close();
  store = await Store.open(path);
  expect(await store.agents.get('ann')).toEqual(changed);
  await store.close();
});
