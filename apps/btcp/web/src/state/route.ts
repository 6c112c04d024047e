import { createStore } from './store.ts';

/** What is shown: a session of an agent, or a connected page. It is in the address, so that a reload finds it again. */
export type Place =
  | { kind: 'session'; agent: string; session: string }
  | { kind: 'page'; page: string }
  | { kind: 'none' };

export const route = createStore<{ place: Place }>({ place: placeOf(location.pathname) });

addEventListener('popstate', () => route.update({ place: placeOf(location.pathname) }));

export function goToSession(agent: string, session: string): void {
  goTo(`/agents/${encodeURIComponent(agent)}/${encodeURIComponent(session)}`);
}

export function goToPage(page: string): void {
  goTo(pathOfPage(page));
}

/** Goes on with the page that has come in place of the shown one. */
export function stayWithPage(page: string): void {
  history.replaceState(null, '', pathOfPage(page));
  route.update({ place: { kind: 'page', page } });
}

export function goNowhere(): void {
  goTo('/');
}

function pathOfPage(page: string): string {
  return `/pages/${encodeURIComponent(page)}`;
}

function goTo(path: string): void {
  history.pushState(null, '', path);
  route.update({ place: placeOf(path) });
}

function placeOf(path: string): Place {
  const [, kind, first, second] = path.split('/').map(decodeURIComponent);
  if (kind === 'agents' && first && second) return { kind: 'session', agent: first, session: second };
  if (kind === 'pages' && first) return { kind: 'page', page: first };
  return { kind: 'none' };
}
