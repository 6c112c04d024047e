import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { Store } from '../src/store/store.ts';
import { storeSuite } from './postgres/store-suite.ts';

const folder = mkdtempSync(join(tmpdir(), 'btcp-store-'));
let count = 0;
afterAll(() => rmSync(folder, { recursive: true }));

describe('a workspace in SQLite', () => {
  storeSuite(() => {
    const path = join(folder, String(++count));
    return () => Store.open(path);
  });
});
