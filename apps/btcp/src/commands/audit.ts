import { join } from 'node:path';
import { AUDIT_FILE, type AuditEntry, readAudit } from '../observing/audit/audit-log.js';
import { type Settings, wholeNumber } from '../settings/settings.js';
import { ensureStateDirectory } from '../system/directories.js';

const DEFAULT_ENTRIES = 100;
const MAX_ENTRIES = 100_000;

export async function run(settings: Settings, [user]: string[]): Promise<number> {
  const most = wholeNumber('last', settings.last, DEFAULT_ENTRIES, MAX_ENTRIES);
  const entries = readAudit(join(ensureStateDirectory(), AUDIT_FILE), { user, most });
  if (settings.json) console.log(JSON.stringify({ success: true, entries }));
  else
    console.log(
      entries.length === 0
        ? 'The audit log is empty. It is kept for teams: named tokens, or a provider.'
        : textOf(entries),
    );
  return 0;
}

function textOf(entries: readonly AuditEntry[]): string {
  return entries
    .map(({ time, user, door, act, session = '-', outcome }) => [time, user, door, act, session, outcome].join(' '))
    .join('\n');
}
