import { join } from 'node:path';
import { listOf, oneOf, type Settings, usageError, wholeNumber } from '../settings/settings.js';
import { ensureStateDirectory } from '../system/directories.js';
import { createToken, listTokens, type NamedToken, ROLES, revokeTokens, TOKENS_FILE } from '../system/named-tokens.js';
import { table } from '../verbs/table.js';

const DAY_MS = 24 * 60 * 60_000;
const NAME = /^[a-z\d][a-z\d._@+-]{0,99}$/;

/** Running servers read the tokens again: what is created works at once, and what is revoked ends within a second. */
export function manageTokens(verb: string, name: string | undefined, settings: Settings): number {
  const file = join(ensureStateDirectory(), TOKENS_FILE);
  const print = (data: object, text: string) =>
    console.log(settings.json ? JSON.stringify({ success: true, ...data }) : text);
  if (verb === 'list') {
    const tokens = listTokens(file);
    print({ tokens }, tokens.length === 0 ? 'No tokens.' : table(tokens.map((token) => [token.id, lineOf(token)])));
  } else if (verb === 'create') {
    const made = createToken(file, read(name, settings));
    print(made, made.token);
    if (!settings.json)
      console.error(`For ${lineOf(made)}. It is shown this once; btcp token revoke ${made.id} ends it.`);
  } else if (verb === 'revoke') {
    const revoked = revokeTokens(file, required(name));
    if (revoked === 0) throw usageError(`No token has the id or name "${name}".`, 'btcp token list shows them.');
    print({ revoked }, `Revoked ${revoked}.`);
  } else throw usageError(`btcp token has no "${verb}".`, 'It is create, list or revoke.');
  return 0;
}

function read(name: string | undefined, settings: Settings): Omit<NamedToken, 'id' | 'created'> {
  if (!NAME.test(required(name))) {
    throw usageError(
      `"${name}" cannot be the name of a person here.`,
      'Use a to z, 0 to 9 and . _ @ + -, at most 100: a name or an e-mail address.',
    );
  }
  const role = oneOf('role', settings.role, ROLES, 'member');
  const sessions = listOf(settings.sessions);
  if (role === 'viewer' && sessions.length === 0) {
    throw usageError('A viewer sees nothing without --sessions.', 'Name what they may watch: --sessions ann~shop.');
  }
  const days = wholeNumber('days', settings.days, 0, 3_650);
  return { name: required(name), role, sessions, ...(days === 0 ? {} : { expires: Date.now() + days * DAY_MS }) };
}

function required(name: string | undefined): string {
  if (name !== undefined) return name;
  throw usageError('btcp token needs a name.', 'Such as btcp token create ann --role member.');
}

function lineOf({ name, role, sessions, expires }: NamedToken): string {
  const until = expires === undefined ? '' : `, until ${new Date(expires).toISOString().slice(0, 10)}`;
  return `${name}, ${role}${sessions.length > 0 ? ` of ${sessions.join(', ')}` : ''}${until}`;
}
