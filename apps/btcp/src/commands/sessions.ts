import type { ListedSession } from '@btcp/protocol';
import { findServer } from '../client/find-server.js';
import { askServer } from '../client/server-client.js';
import type { Settings } from '../settings/settings.js';
import { sessionOfFolder } from '../system/session-of-folder.js';

const MINUTE_MS = 60_000;

export async function run(settings: Settings): Promise<number> {
  const server = await findServer(settings);
  const { sessions } = await askServer<{ sessions: ListedSession[] }>(server, '/sessions', {});
  const here = settings.session ?? sessionOfFolder(process.cwd());
  if (settings.json) console.log(JSON.stringify({ success: true, sessions, here }));
  else if (sessions.length === 0) console.error('There are no sessions.');
  else console.log(sessions.map((session) => linesOf(session, session.id === here)).join('\n'));
  return 0;
}

function linesOf(session: ListedSession, isHere: boolean): string {
  const { id, name, page, since } = session;
  const facts = [driverOf(session), `since ${new Date(since).toISOString()}`, forHowLong(since)];
  return [
    `${name}${isHere ? ' (here)' : ''}`,
    `  ${facts.join(', ')}`,
    ...(page ? [`  ${page.title === '' ? page.url : `${page.title}  ${page.url}`}`] : []),
    `  --session ${id}`,
  ].join('\n');
}

function driverOf({ hasBrowser, request, driver, isPrivate, isWorking }: ListedSession): string {
  if (driver.kind === 'person') return `${driver.name ?? 'a person'} drives${isPrivate ? ' in private' : ''}`;
  if (request !== null) return `waits for a person: ${request}`;
  if (!hasBrowser) return 'browser closed';
  return isWorking ? 'agent works' : 'agent idle';
}

function forHowLong(since: number): string {
  const minutes = Math.floor((Date.now() - since) / MINUTE_MS);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
