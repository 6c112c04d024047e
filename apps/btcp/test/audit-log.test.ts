import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AuditLog, readAudit } from '../src/observing/audit/audit-log.ts';

test('the audit log is rotated, goes on after a restart, and is read across its files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'btcp-audit-'));
  const file = join(folder, 'audit.jsonl');
  try {
    const session = 'x'.repeat(300_000);
    for (let number = 0; number < 100; number++) {
      new AuditLog(file).write({
        user: number % 2 ? 'ann' : 'bob',
        door: 'http',
        act: `act-${number}`,
        session,
        outcome: 'ok',
      });
    }
    const files = readdirSync(folder);
    expect(files.toSorted()).toEqual(['audit.jsonl', ...[1, 2, 3, 4].map((number) => `audit.jsonl.${number}`)]);
    for (const name of files) expect(statSync(join(folder, name)).size).toBeLessThan(5 * 1024 * 1024);
    const acts = readAudit(file, { most: 40 }).map(({ act }) => act);
    expect(acts).toEqual(Array.from({ length: 40 }, (_, index) => `act-${60 + index}`));
    expect(readAudit(file, { user: 'ann', most: 2 }).map(({ act }) => act)).toEqual(['act-97', 'act-99']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
