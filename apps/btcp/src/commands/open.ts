import { spawn } from 'node:child_process';
import { findServer } from '../client/find-server.js';
import { askServer } from '../client/server-client.js';
import { type Settings, usageError } from '../settings/settings.js';

const OPENERS: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

export async function run(settings: Settings, [session = settings.session ?? 'default']: string[]): Promise<number> {
  const role = settings.role ?? 'control';
  if (role !== 'view' && role !== 'control') throw usageError(`--role is "${role}".`, 'Give view or control.');
  const server = await findServer(settings);
  const agent = settings.agent === undefined ? '' : `/api/agents/${encodeURIComponent(settings.agent)}`;
  const path = `${agent}/sessions/${encodeURIComponent(session)}/links`;
  const { url } = await askServer<{ url: string }>(server, path, { method: 'POST', body: { role } });
  console.log(settings.json ? JSON.stringify({ url, session, role }) : url);
  if (process.stdout.isTTY && !settings.json) show(url);
  return 0;
}

function show(url: string): void {
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  // No desktop: the link was printed.
  spawn(program, [...args, url], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}
