import { didYouMean } from '@btcp/protocol';
import { findServer } from '../client/find-server.js';
import { askServer } from '../client/server-client.js';
import type { SavedState } from '../contract/types.js';
import { type Settings, usageError } from '../settings/settings.js';
import { runOnServer } from './run-on-server.js';

const DONE = { save: 'Saved', restore: 'Restored', remove: 'Removed' } as const;
const VERBS = ['list', ...Object.keys(DONE)];
// Without an agent, the state of this session is saved to a file and loaded from one.
const OF_SESSION = ['save', 'load'];

export async function run(settings: Settings, [verb = 'list', name]: string[]): Promise<number> {
  const { agent, session, json } = settings;
  if (agent === undefined && OF_SESSION.includes(verb))
    return runOnServer(settings, ['state', verb, ...(name === undefined ? [] : [name])]);
  if (!VERBS.includes(verb))
    throw usageError(`There is no command btcp state ${verb}.`, `${didYouMean(verb, VERBS)}Give ${VERBS.join(', ')}.`);
  if (agent === undefined)
    throw usageError('No agent was named.', 'For example: btcp state save "signed in" --agent shopper');
  if (verb !== 'list' && name === undefined)
    throw usageError('No state was named.', `btcp state list --agent ${agent} lists them.`);
  if (verb === 'list' && name !== undefined)
    throw usageError(`btcp state list takes no "${name}".`, 'It lists all states of the agent.');
  const server = await findServer(settings);
  const base = `/api/agents/${encodeURIComponent(agent)}/states`;
  const body = session === undefined ? {} : { sessionId: session };
  if (name === undefined) return list(await askServer<SavedState[]>(server, base, {}), json);
  const one = `${base}/${encodeURIComponent(name)}`;
  let leftOut: string[] = [];
  if (verb === 'save')
    ({ leftOut } = await askServer<{ leftOut: string[] }>(server, base, { method: 'POST', body: { name, ...body } }));
  else if (verb === 'restore') await askServer(server, `${one}/restore`, { method: 'POST', body });
  else await askServer(server, one, { method: 'DELETE' });
  console.log(
    json ? JSON.stringify({ success: true, name, agent, leftOut }) : `${DONE[verb as keyof typeof DONE]} "${name}".`,
  );
  if (!json) for (const what of leftOut) console.error(`Left out, from ${what}`);
  return 0;
}

function list(states: SavedState[], json = false): number {
  if (json) console.log(JSON.stringify({ success: true, states }));
  else if (states.length === 0) console.error('The agent has no states yet.');
  else for (const { name, created } of states) console.log(`${new Date(created).toISOString()}  ${name}`);
  return 0;
}
