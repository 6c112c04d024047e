import { readArguments } from '@btcp/host';
import { BtcpError } from '@btcp/tools';
import { Hono } from 'hono';
import type { Agent } from '../contract/types.js';
import { callerOf } from '../team/caller.js';
import { Visible } from '../workspace/visible.js';
import type { Workspace } from '../workspace/workspace.js';
import { requiredText } from './read-text.js';

const MAX_NAME = 80;

export function agentRoutes(workspace: () => Promise<Workspace>): Hono {
  const routes = new Hono();

  routes.get('/', async (context) => {
    const visible = await Visible.of(await workspace(), callerOf(context));
    return context.json(visible.agents());
  });

  routes.post('/', async (context) => {
    const input = await readArguments(context.req);
    const caller = callerOf(context);
    const host = hostOf(input.host);
    if (caller && caller.role !== 'admin' && host.kind !== 'local') throw onlyLocal();
    const { agents } = await workspace();
    const agent = await agents.create(requiredText(input, 'name', MAX_NAME), host, caller?.name);
    return context.json(agent, 201);
  });

  routes.patch('/:slug', async (context) => {
    const input = await readArguments(context.req);
    const { settings } = input;
    const name = settings === undefined || 'name' in input ? requiredText(input, 'name', MAX_NAME) : undefined;
    const { agents, models } = await workspace();
    assertOwnChoice(settings, callerOf(context), (await models.settings()).stepLimit);
    return context.json(await agents.change(context.req.param('slug'), { name, settings }));
  });

  routes.delete('/:slug', async (context) => {
    const space = await workspace();
    await space.removeAgent(context.req.param('slug'));
    return context.body(null, 204);
  });

  return routes;
}

// A host elsewhere is reached with the operator's tokens.
function onlyLocal(): BtcpError {
  return new BtcpError('denied', 'Members can only create agents with a browser in this server.', {
    hint: 'Leave out host, or ask an admin.',
  });
}

// Models and steps are paid for by who runs the server.
function assertOwnChoice(settings: unknown, caller: ReturnType<typeof callerOf>, stepLimit: number): void {
  if (!caller || caller.role === 'admin') return;
  const { model, stepLimit: steps } = (settings ?? {}) as { model?: unknown; stepLimit?: unknown };
  const isMore = typeof steps === 'number' && steps > stepLimit;
  if ((model === undefined || model === null) && !isMore) return;
  throw new BtcpError('denied', `Members use the model of the server, for at most ${stepLimit} steps.`, {
    hint: 'Leave out the model, choose fewer steps, or ask an admin.',
  });
}

function hostOf(value: unknown): Agent['host'] {
  const { kind = 'local', url } = (value ?? {}) as { kind?: unknown; url?: unknown };
  if (kind === 'local' || kind === 'process') return { kind };
  if (kind === 'remote' && typeof url === 'string' && /^https?:\/\//.test(url)) return { kind, url };
  throw new BtcpError('invalid_input', 'The host of an agent is local, process, or remote with a url.', {
    hint: 'Leave it out for a browser in this server.',
  });
}
