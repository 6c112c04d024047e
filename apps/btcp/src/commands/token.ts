import { askServer } from '../client/server-client.js';
import type { Settings } from '../settings/settings.js';
import { readServerState, type ServerState } from '../system/state-file.js';
import { rotateToken, userToken } from '../system/token.js';
import { manageTokens } from './named-token.js';

export async function run(settings: Settings, [verb, name]: string[]): Promise<number> {
  const { rotate, json } = settings;
  if (verb !== undefined) return manageTokens(verb, name, settings);
  const token = rotate ? rotateToken() : userToken();
  const running = readServerState();
  const open = running ? await signInLink(running) : null;
  console.log(json ? JSON.stringify({ token, open }) : token);
  if (!json && open)
    console.error(rotate ? 'The server that runs keeps its token until it is started again.' : `Open ${open}`);
  return 0;
}

async function signInLink(running: ServerState): Promise<string> {
  if (running.token === null) return `${running.url}/`;
  const asked = askServer<{ url: string }>(running, '/api/login/links', { method: 'POST', body: {} });
  return asked.then(
    ({ url }) => url,
    () => `${running.url}/`,
  );
}
