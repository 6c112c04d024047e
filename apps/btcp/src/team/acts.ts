import type { AuditEntry } from '../observing/audit/audit-log.js';

type Act = Pick<AuditEntry, 'door' | 'act' | 'session'>;

const UPGRADE = 'UPGRADE';
const OF_SESSION = /^(?:\/api\/agents\/([^/]+))?\/sessions\/([^/]+)\/?(.*)$/;
// Names of files may be words of a page.
const FILE_NAME = /^files\/.+$/;

export function actOf(method: string, path: string, query = new URLSearchParams()): Act {
  const door = doorOf(method, path);
  if (door === 'live') return { door, act: 'watch', ...named(query.get('sessionId') ?? undefined) };
  const [isOfSession, agent, session = '', rest = ''] = OF_SESSION.exec(path) ?? [];
  if (isOfSession === undefined) return { door, act: `${method} ${path}` };
  const tool = /^tools\/([^/]+)$/.exec(rest)?.[1];
  const act = tool ?? `${method} ${rest.replace(FILE_NAME, 'files/*') || 'session'}`;
  return { door, act, ...named(agent === undefined ? session : `${agent}/${session}`) };
}

function doorOf(method: string, path: string): Act['door'] {
  if (method === UPGRADE) return 'live';
  if (path.startsWith('/mcp')) return 'mcp';
  return path.startsWith('/api/') ? 'workspace' : 'http';
}

function named(session: string | undefined): Pick<Act, 'session'> {
  return session === undefined ? {} : { session };
}
