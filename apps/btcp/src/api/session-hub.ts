import type { AppEvent } from './types.js';

type Listener = (event: AppEvent) => void;

/** Tells what happens in each session to those who watch it. */
export class SessionHub {
  readonly #listeners = new Map<string, Set<Listener>>();

  tell(agent: string, session: string, event: AppEvent): void {
    for (const listener of [...(this.#listeners.get(keyOf(agent, session)) ?? [])]) listener(event);
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
}

function keyOf(agent: string, session: string): string {
  return `${agent}/${session}`;
}
