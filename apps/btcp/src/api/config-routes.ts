import { readArguments } from '@btcp/host';
import { Hono } from 'hono';
import type { ConnectedPages } from '../pages/connected-pages.js';
import { listTokens } from '../system/named-tokens.js';
import { startCommand } from '../system/own-command.js';
import { VERSION } from '../system/version.js';
import { callerOf } from '../team/caller.js';
import { shownModel, Visible } from '../workspace/visible.js';
import type { Workspace } from '../workspace/workspace.js';

// Where the program is on the server's machine is not for everybody.
const PUBLISHED_COMMAND = ['npx', '@btcp/cli'];

interface ConfigOptions {
  auth: boolean;
  isPublic: boolean;
  tokensFile: string;
  isFleet: boolean;
}

export function configRoutes(
  workspace: () => Promise<Workspace>,
  pages: ConnectedPages,
  { auth, isPublic, tokensFile, isFleet }: ConfigOptions,
): Hono {
  const routes = new Hono();

  routes.get('/config', async (context) => {
    const caller = callerOf(context);
    const space = await workspace();
    const { isAdmin } = await Visible.of(space, caller);
    return context.json({
      version: VERSION,
      auth,
      isPublic,
      model: shownModel(await space.models.settings(), isAdmin),
      connected: isAdmin ? pages.list() : [],
      start: isAdmin ? startCommand() : PUBLISHED_COMMAND,
      user: caller ? { name: caller.name, role: caller.role } : null,
      isFleet,
      hasDemo: space.hasDemo,
      isTeam: caller !== undefined || listTokens(tokensFile).length > 0,
    });
  });

  routes.post('/demo', async (context) => {
    const space = await workspace();
    return context.json(await space.startDemo(callerOf(context)?.name), 201);
  });

  // Neither of them keeps anything: a person tries what they have entered before they save it.
  routes.post('/settings/test', async (context) => {
    const { testModel } = await import('../runtime/try-model.js');
    const { models, reach } = await workspace();
    return context.json(await testModel(await models.draft(await readArguments(context.req)), reach));
  });

  routes.post('/settings/models', async (context) => {
    const { listModels } = await import('../runtime/try-model.js');
    const { models, reach } = await workspace();
    const choice = await models.draft(await readArguments(context.req), { model: 'any' });
    return context.json(await listModels(choice, reach));
  });

  routes.put('/settings', async (context) => {
    const { models } = await workspace();
    return context.json(await models.change(await readArguments(context.req)));
  });

  return routes;
}
