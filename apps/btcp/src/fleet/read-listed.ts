import type { Caller, ListedSession } from '@btcp/protocol';

const MAX_TEXT = 4_096;
/** Servers list callers with so much of their name. */
export const MAX_CALLER_NAME = 40;
const CALLERS: readonly string[] = ['mcp', 'command', 'http', 'page', 'agent'] satisfies Caller['kind'][];

/** Reads a session that a worker lists, without its owner, who the gateway knows: a page may control the worker. */
export function readListed(value: unknown): ListedSession {
  const { caller, agent, page, driver, request, ...given } = Object(value) as Record<string, unknown>;
  // A worker that is a gateway as well lists its agents' sessions without the agent in their names.
  const isOfAgent = typeof agent === 'string';
  return {
    id: isOfAgent ? `${text(agent)}/${text(given.id)}` : text(given.id),
    name: text(given.name),
    caller: isOfAgent ? { kind: 'http', name: text(agent).slice(0, MAX_CALLER_NAME) } : readCaller(caller),
    page: page ? { title: text(Object(page).title), url: text(Object(page).url) } : null,
    since: number(given.since),
    lastUsed: number(given.lastUsed),
    hasBrowser: given.hasBrowser === true,
    isWorking: given.isWorking === true,
    driver: readDriver(driver),
    isPrivate: given.isPrivate === true,
    request: typeof request === 'string' ? text(request) : null,
    picture: number(given.picture),
  };
}

function readCaller(value: unknown): Caller {
  const { kind, name } = Object(value) as Record<string, unknown>;
  const isKnown = CALLERS.includes(String(kind));
  return { kind: isKnown ? (kind as Caller['kind']) : 'http', name: text(name) };
}

function readDriver(value: unknown): ListedSession['driver'] {
  const { kind, name } = Object(value) as Record<string, unknown>;
  if (kind === 'person') return { kind, ...(typeof name === 'string' ? { name: text(name) } : {}) };
  return { kind: kind === 'nobody' ? kind : 'agent' };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, MAX_TEXT) : '';
}

function number(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
