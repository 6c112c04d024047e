import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserAddress } from './browser-address.js';
import { refusedWith, Unreachable } from './unreachable.js';

const ANSWER_TIMEOUT_MS = 10_000;
const MAX_ANSWER = 100_000;

export async function endpointOf({ url, folders = [] }: BrowserAddress): Promise<string> {
  if (!url) return fromProfile(folders);
  return /^ws/.test(url.protocol) ? url.href : fromDebuggingPort(url);
}

// Chrome writes its port there, and the address that a WebSocket needs.
async function fromProfile(folders: readonly string[]): Promise<string> {
  for (const folder of folders) {
    const text = await readFile(join(folder, 'DevToolsActivePort'), 'utf8').catch(() => undefined);
    const [, port, path] = /^(\d{1,5})\r?\n(\/devtools\/browser\/\S+)/.exec(text ?? '') ?? [];
    if (port && path) return `ws://127.0.0.1:${port}${path}`;
  }
  throw new Unreachable(`its profile (${folders.join(', ')}) names no debugging port`);
}

async function fromDebuggingPort(url: URL): Promise<string> {
  const { username, password } = url;
  const asked = new URL(url);
  asked.pathname = `${asked.pathname.replace(/\/$/, '')}/json/version`;
  asked.username = asked.password = '';
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  const response = await fetch(asked, {
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    headers: username ? { authorization: `Basic ${login}` } : {},
  });
  if (response.status === 401 || response.status === 403) throw new Unreachable(refusedWith(response.status));
  const endpoint = webSocketIn((await response.text()).slice(0, MAX_ANSWER));
  if (!endpoint) throw new Unreachable('the server there is not the debugging port of a browser');
  // Services that ask for a key ask for it again.
  if (endpoint.host === url.host) {
    if (!endpoint.search) endpoint.search = url.search;
    if (!endpoint.username) Object.assign(endpoint, { username, password });
  }
  return endpoint.href;
}

function webSocketIn(answer: string): URL | undefined {
  try {
    const endpoint = new URL(JSON.parse(answer).webSocketDebuggerUrl);
    return /^wss?:$/.test(endpoint.protocol) ? endpoint : undefined;
  } catch {
    return undefined;
  }
}
