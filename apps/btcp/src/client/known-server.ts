import { type Settings, usageError } from '../settings/settings.js';
import { readServerState } from '../system/state-file.js';
import type { ServerAddress } from './server-client.js';

/** The server that --url names, or else the one that runs; --token replaces the saved token, which only goes to its own server. */
export function knownServer({ url, token }: Settings, running = readServerState()): ServerAddress | undefined {
  if (url === undefined) return running && { url: running.url, token: token ?? running.token };
  if (!URL.canParse(url)) throw usageError(`--url is "${url}".`, 'Such as http://127.0.0.1:4700.');
  const saved = running && new URL(running.url).origin === new URL(url).origin ? running.token : null;
  return { url, token: token ?? saved };
}
