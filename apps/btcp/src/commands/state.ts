import { findServer } from '../client/find-server.js';
import { askServer } from '../client/server-client.js';
import { type Settings, usageError } from '../settings.js';

const DONE = { save: 'Saved', restore: 'Restored', remove: 'Removed' } as const;

/** States are an agent's: they are kept by name, and come back into whichever browser it has then. */
export async function run(settings: Settings, [verb = 'list', name]: string[]): Promise<number> {
  const { agent, session, json } = settings;
  if (agent === undefined)
    throw usageError('No agent was named.', 'For example: btcp state save "signed in" --agent shopper');
  const server = await findServer(settings);
  const base = `/api/agents/${encodeURIComponent(agent)}/states`;
  const body = session === undefined ? {} : { sessionId: session };
  if (verb === 'list') {
    const states = await askServer<{ name: string; created: number }[]>(server, base, {});
    if (json) console.log(JSON.stringify(states));
    else for (const state of states) console.log(`${new Date(state.created).toISOString()}  ${state.name}`);
    return 0;
  }
  if (name === undefined) throw usageError('No state was named.', 'btcp state list --agent NAME lists them.');
  const one = `${base}/${encodeURIComponent(name)}`;
  if (verb === 'save') await askServer(server, base, { method: 'POST', body: { name, ...body } });
  else if (verb === 'restore') await askServer(server, `${one}/restore`, { method: 'POST', body });
  else if (verb === 'remove') await askServer(server, one, { method: 'DELETE' });
  else throw usageError(`btcp state knows no "${verb}".`, 'Give list, save, restore or remove.');
  console.log(json ? JSON.stringify({ name, agent }) : `${DONE[verb]} "${name}".`);
  return 0;
}
