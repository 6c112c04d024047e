import type { AppEvent } from '../contract/types.js';

type Listener = (event: AppEvent) => void;

export type WorkspaceChange =
  | { of: 'agents' }
  | { of: 'model' }
  | { of: 'sessions'; agent: string }
  | { of: 'stopping'; agent: string; session: string }
  | { of: 'everything' };
type ChangeListener = (change: WorkspaceChange) => void;

/** Events that also change the list of sessions. */
export const LISTED: ReadonlySet<AppEvent['type']> = new Set(['run', 'title']);

export class SessionHub {
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #changeListeners = new Set<ChangeListener>();

  publish(agent: string, session: string, event: AppEvent): void {
    for (const listener of [...(this.#listeners.get(keyOf(agent, session)) ?? [])]) listener(event);
    if (LISTED.has(event.type)) this.publishChange({ of: 'sessions', agent });
  }

  publishChange(change: WorkspaceChange): void {
    for (const listener of [...this.#changeListeners]) listener(change);
  }

  subscribe(agent: string, session: string, listener: Listener): () => void {
    const key = keyOf(agent, session);
    const listeners = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(key);
    };
  }

  onChange(listener: ChangeListener): () => void {
    this.#changeListeners.add(listener);
    return () => this.#changeListeners.delete(listener);
  }
}

function keyOf(agent: string, session: string): string {
  return `${agent}/${session}`;
}
