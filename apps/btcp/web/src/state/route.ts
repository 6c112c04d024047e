import { createStore } from './store.ts';

/** What is shown: a session of an agent, or a connected page. It is in the address, so that a reload finds it again. */
export type Place =
  | { kind: 'session'; agent: string; session: string }
  | { kind: 'page'; page: string }
  | { kind: 'none' };

export const route = createStore<{ place: Place }>({ place: placeOf(location.hash) });

addEventListener('hashchange', () => route.update({ place: placeOf(location.hash) }));

export function goToSession(agent: string, session: string): void {
  location.hash = `#/agents/${encodeURIComponent(agent)}/${encodeURIComponent(session)}`;
}

export function goToPage(page: string): void {
  location.hash = `#/pages/${encodeURIComponent(page)}`;
}

export function goNowhere(): void {
  location.hash = '#/';
}

function placeOf(hash: string): Place {
  const [, kind, first, second] = hash.split('/').map(decodeURIComponent);
  if (kind === 'agents' && first && second) return { kind: 'session', agent: first, session: second };
  if (kind === 'pages' && first) return { kind: 'page', page: first };
  return { kind: 'none' };
}
