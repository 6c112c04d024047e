import { join } from 'node:path';
import { counted } from '@btcp/protocol';
import { listOf, oneOf, type Settings, usageError, wholeNumber } from '../settings/settings.js';
import { ensureStateDirectory } from '../system/directories.js';
import { createToken, listTokens, type NamedToken, ROLES, revokeTokens, TOKENS_FILE } from '../system/named-tokens.js';
import { type DayUse, readUsage, todayOf, USAGE_FILE } from '../system/usage.js';
import { scopeText } from '../team/scope.js';
import { table } from '../verbs/table.js';

const MAX_DAYS = 3_650;
const MINUTE_MS = 60_000;
const MB = 1024 * 1024;

/** Running servers read the tokens again: what is created works at once, and what is revoked ends within a second. */
export async function manageTokens(verb: string, name: string | undefined, settings: Settings): Promise<number> {
  const file = join(ensureStateDirectory(), TOKENS_FILE);
  const print = (data: object, text: string) =>
    console.log(settings.json ? JSON.stringify({ success: true, ...data }) : text);
  if (verb === 'list') {
    const tokens = listTokens(file);
    const usage = readUsage(join(ensureStateDirectory(), USAGE_FILE));
    const listed = tokens.map((token) => ({
      ...token,
      lastUsed: usage.tokens[token.id] ?? null,
      today: todayOf(usage, token.name),
    }));
    const lines = listed.map((token): [string, string] => [token.id, `${lineOf(token)}, ${usedText(token)}`]);
    print({ tokens: listed }, tokens.length === 0 ? 'No tokens.' : table(lines));
  } else if (verb === 'create') {
    const made = createToken(file, await read(name, settings));
    print(made, made.token);
    if (!settings.json)
      console.error(`For ${lineOf(made)}. It is shown only once. To revoke it: btcp token revoke ${made.id}`);
  } else if (verb === 'revoke') {
    const revoked = revokeTokens(file, required(name));
    if (revoked === 0) throw usageError(`No token has the id or name "${name}".`, 'btcp token list shows them.');
    print({ revoked }, `${counted(revoked, 'token')} revoked.`);
  } else throw usageError(`btcp token has no "${verb}".`, 'It is create, list or revoke.');
  return 0;
}

async function read(name: string | undefined, settings: Settings): Promise<Omit<NamedToken, 'id' | 'created'>> {
  const { tokenFrom } = await import('../team/new-token.js');
  return tokenFrom({
    name: required(name),
    role: oneOf('role', settings.role, ROLES, 'member'),
    sessions: listOf(settings.sessions),
    tools: listOf(settings['only-tools']),
    hosts: listOf(settings['only-hosts']),
    days: wholeNumber('days', settings.days, 0, MAX_DAYS),
  });
}

function required(name: string | undefined): string {
  if (name !== undefined) return name;
  throw usageError('btcp token needs a name.', 'Such as btcp token create ann --role member.');
}

function usedText({ lastUsed, today }: { lastUsed: number | null; today: DayUse }): string {
  if (lastUsed === null) return 'not used yet';
  const when = new Date(lastUsed).toISOString().slice(0, 16).replace('T', ' ');
  const [minutes, megabytes] = [today.browserMs / MINUTE_MS, today.downloadedBytes / MB];
  return `last used ${when}, today ${minutes.toFixed(1)} browser minutes and ${megabytes.toFixed(1)} MB`;
}

function lineOf(token: NamedToken): string {
  const { name, role, sessions, expires } = token;
  const until = expires === undefined ? '' : `, until ${new Date(expires).toISOString().slice(0, 10)}`;
  const scope = scopeText(token);
  return `${name}, ${role}${role === 'viewer' ? ` of ${sessions.join(', ')}` : ''}${scope && ` (${scope})`}${until}`;
}
