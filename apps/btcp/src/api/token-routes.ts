import { readArguments } from '@btcp/host';
import { BtcpError } from '@btcp/tools';
import { type Context, Hono } from 'hono';
import { createToken, listTokens, ROLES, revokeTokens } from '../system/named-tokens.js';
import type { Usage } from '../system/usage.js';
import { callerOf } from '../team/caller.js';
import { tokenFrom } from '../team/new-token.js';
import type { Quotas } from '../team/quotas.js';
import type { SharedTokens } from '../team/shared-tokens.js';
import { requiredText } from './read-text.js';

const MAX_NAME = 200;
const MAX_DAYS = 3_650;
const NOT_KEPT = { 'cache-control': 'no-store' };

interface TokenOptions {
  tokensFile: string;
  usage: Usage;
  quotas: Quotas;
  /** Of all gateways of a fleet. */
  sharedTokens: SharedTokens | undefined;
}

/** Tokens of the team: admins create, list and revoke all of them, others list and revoke their own. */
export function tokenRoutes({ tokensFile, usage, quotas, sharedTokens }: TokenOptions): Hono {
  const routes = new Hono();

  const visible = (context: Context) => {
    const caller = callerOf(context);
    const isAdmin = !caller || caller.role === 'admin';
    return listTokens(tokensFile).filter(({ name }) => isAdmin || name === caller.name);
  };

  routes.get('/', (context) => {
    const tokens = visible(context).map((token) => ({
      ...token,
      lastUsed: usage.lastUse(token.id),
      today: { ...usage.today(token.name), openBrowsers: quotas.openBrowsers(token.name) },
    }));
    return context.json({ tokens });
  });

  routes.post('/', async (context) => {
    const input = await readArguments(context.req);
    const request = tokenFrom({
      name: requiredText(input, 'name', MAX_NAME),
      role: roleOf(input.role ?? 'member'),
      sessions: namesIn(input, 'sessions'),
      tools: namesIn(input, 'tools'),
      hosts: namesIn(input, 'hosts'),
      days: daysOf(input.days ?? 0),
    });
    const made = createToken(tokensFile, request);
    await sharedTokens?.sync().catch((thrown) => {
      // Its owner never sees it.
      revokeTokens(tokensFile, made.id);
      throw thrown;
    });
    return context.json(made, 201, NOT_KEPT);
  });

  routes.delete('/:id', async (context) => {
    const id = context.req.param('id');
    if (!visible(context).some((token) => token.id === id)) {
      throw new BtcpError('not_found', `There is no token "${id}".`, { hint: 'GET /api/tokens lists them.' });
    }
    revokeTokens(tokensFile, id);
    await sharedTokens?.sync();
    return context.body(null, 204);
  });

  return routes;
}

function roleOf(value: unknown): (typeof ROLES)[number] {
  const role = ROLES.find((each) => each === value);
  if (role) return role;
  throw new BtcpError('invalid_input', `role is ${JSON.stringify(value)}.`, {
    hint: `Give one of ${ROLES.join(', ')}.`,
  });
}

function namesIn(input: Record<string, unknown>, field: string): string[] {
  const value = input[field] ?? [];
  if (Array.isArray(value) && value.every((name) => typeof name === 'string' && name.length <= MAX_NAME)) return value;
  throw new BtcpError('invalid_input', `${field} must be a list of names.`, { hint: 'Leave it out for no limit.' });
}

function daysOf(value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_DAYS) return value;
  throw new BtcpError('invalid_input', `days is ${JSON.stringify(value)}.`, {
    hint: `Give a whole number from 0 to ${MAX_DAYS}; 0 lasts until the token is revoked.`,
  });
}
