import { serverPath, withoutServerPath } from './server-path.ts';
import { createStore } from './store.ts';

/** The agent of sessions that began elsewhere is empty. */
export type Place =
  | { kind: 'session'; agent: string; session: string }
  | { kind: 'page'; page: string }
  | { kind: 'sessions' }
  | { kind: 'none' };

export const route = createStore<{ place: Place }>({ place: currentPlace() });

addEventListener('popstate', () => route.update({ place: currentPlace() }));

export function goToSession(agent: string, session: string): void {
  const id = encodeURIComponent(session);
  goTo(agent === '' ? `/browsers/${id}` : `/agents/${encodeURIComponent(agent)}/sessions/${id}`);
}

export function goToSessions(): void {
  goTo('/browsers');
}

export function goToPage(page: string): void {
  goTo(pathOfPage(page));
}

export function stayWithPage(page: string): void {
  history.replaceState(null, '', serverPath(pathOfPage(page)));
  route.update({ place: { kind: 'page', page } });
}

export function goNowhere(): void {
  goTo('/');
}

function pathOfPage(page: string): string {
  return `/pages/${encodeURIComponent(page)}`;
}

function goTo(path: string): void {
  history.pushState(null, '', serverPath(path));
  route.update({ place: placeOf(path) });
}

function currentPlace(): Place {
  return placeOf(withoutServerPath(location.pathname));
}

function placeOf(path: string): Place {
  const [, kind, name, list, session] = path.split('/').map(decoded);
  if (kind === 'agents' && name && list === 'sessions' && session) return { kind: 'session', agent: name, session };
  if (kind === 'browsers') return name ? { kind: 'session', agent: '', session: name } : { kind: 'sessions' };
  if (kind === 'pages' && name) return { kind: 'page', page: name };
  return { kind: 'none' };
}

// The address may be malformed.
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
