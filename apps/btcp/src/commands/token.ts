import { knownServer } from '../client/known-server.js';
import { askServer, type ServerAddress } from '../client/server-client.js';
import type { Settings } from '../settings/settings.js';
import { rotateToken, userToken } from '../system/token.js';
import { manageTokens } from './named-token.js';

export async function run(settings: Settings, [verb, name]: string[]): Promise<number> {
  const { rotate, json } = settings;
  if (verb !== undefined) return manageTokens(verb, name, settings);
  const server = knownServer(settings);
  const saved = rotate ? rotateToken() : userToken();
  const token = rotate ? saved : (server?.token ?? settings.token ?? saved);
  const open = server ? await signInLink(server) : null;
  console.log(json ? JSON.stringify({ success: true, token, open }) : token);
  if (!json && open)
    console.error(rotate ? 'The server that runs keeps its token until it is started again.' : `Open ${open}`);
  return 0;
}

async function signInLink(server: ServerAddress): Promise<string> {
  if (server.token === null) return `${server.url}/`;
  const asked = askServer<{ url: string }>(server, '/api/login/links', { method: 'POST', body: {} });
  return asked.then(
    ({ url }) => url,
    () => `${server.url}/`,
  );
}
