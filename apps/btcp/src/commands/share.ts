import { findServer } from '../client/find-server.js';
import { askServer } from '../client/server-client.js';
import { type Settings, usageError } from '../settings/settings.js';
import { sessionOfFolder } from '../system/session-of-folder.js';

export interface Link {
  url: string;
  session: string;
  role: string;
}

export async function run(settings: Settings, words: string[]): Promise<number> {
  const link = await makeLink(settings, words, 'view');
  console.log(settings.json ? JSON.stringify({ success: true, ...link }) : link.url);
  return 0;
}

export async function makeLink(settings: Settings, [named]: string[], standardRole: string): Promise<Link> {
  const session = named ?? settings.session ?? sessionOfFolder(process.cwd());
  const role = settings.role ?? standardRole;
  if (role !== 'view' && role !== 'control') throw usageError(`--role is "${role}".`, 'Give view or control.');
  const server = await findServer(settings);
  const agent = settings.agent === undefined ? '' : `/api/agents/${encodeURIComponent(settings.agent)}`;
  const path = `${agent}/sessions/${encodeURIComponent(session)}/links`;
  const body = { role, ...(settings.for === undefined ? {} : { expiresIn: settings.for }) };
  const { url } = await askServer<{ url: string }>(server, path, { method: 'POST', body });
  return { url, session, role };
}
