import { readArguments } from '@btcp/host';
import { BtcpError } from '@btcp/tools';
import { Hono } from 'hono';
import type { Share } from '../contract/types.js';
import { listTokens } from '../system/named-tokens.js';
import type { Workspace } from '../workspace/workspace.js';
import { requiredText } from './read-text.js';

const MAX_NAME = 200;

export function shareRoutes(workspace: () => Promise<Workspace>, tokensFile: string): Hono {
  const routes = new Hono();

  routes.get('/:slug/sessions/:id/shares', async (context) => {
    const { slug, id } = context.req.param();
    const { sessions, store } = await workspace();
    await sessions.get(slug, id);
    return context.json({ shares: await store.shares.list(slug, id), people: peopleIn(tokensFile) });
  });

  routes.put('/:slug/sessions/:id/shares/:person', async (context) => {
    const { slug, id, person } = context.req.param();
    const role = roleOf(requiredText({ role: 'watch', ...(await readArguments(context.req)) }, 'role', MAX_NAME));
    const { agents, sessions } = await workspace();
    assertPerson(person, (await agents.get(slug)).owner);
    return context.json({ shares: await sessions.share(slug, id, { person, role }) });
  });

  routes.delete('/:slug/sessions/:id/shares/:person', async (context) => {
    const { slug, id, person } = context.req.param();
    const { sessions } = await workspace();
    return context.json({ shares: await sessions.unshare(slug, id, person) });
  });

  return routes;
}

// The names of people with a token; others may sign in by another way.
function peopleIn(tokensFile: string): string[] {
  return [...new Set(listTokens(tokensFile).map(({ name }) => name))].sort();
}

function assertPerson(person: string, owner: string | undefined): void {
  const isName = person.length <= MAX_NAME && person.trim() === person && person !== '';
  if (isName && person !== owner) return;
  throw new BtcpError('invalid_input', `The session cannot be shared with "${person}".`, {
    hint: 'Name another person of the team: btcp token list shows them.',
  });
}

function roleOf(role: string): Share['role'] {
  if (role === 'watch' || role === 'drive') return role;
  throw new BtcpError('invalid_input', `role is "${role}".`, { hint: 'Give watch or drive.' });
}
