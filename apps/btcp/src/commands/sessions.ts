import { findServer } from '../client/find-server.js';
import { askServer } from '../client/server-client.js';
import type { Settings } from '../settings/settings.js';
import { sessionOfFolder } from '../system/session-of-folder.js';

export async function run(settings: Settings): Promise<number> {
  const server = await findServer(settings);
  const { sessions } = await askServer<{ sessions: string[] }>(server, '/browser/status', {});
  const here = settings.session ?? sessionOfFolder(process.cwd());
  if (settings.json) console.log(JSON.stringify({ success: true, sessions, here }));
  else if (sessions.length === 0) console.error('No browser is open.');
  else for (const session of sessions) console.log(session === here ? `${session} (here)` : session);
  return 0;
}
