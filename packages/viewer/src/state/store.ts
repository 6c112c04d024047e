export interface Store<State> {
  getSnapshot(): State;
  subscribe(listener: () => void): () => void;
  update(change: Partial<State>): void;
}

export function createStore<State extends object>(initial: State): Store<State> {
  const listeners = new Set<() => void>();
  let state = initial;
  return {
    getSnapshot: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    update(change) {
      const keys = Object.keys(change) as (keyof State)[];
      if (keys.every((key) => Object.is(state[key], change[key]))) return;
      state = { ...state, ...change };
      for (const listener of [...listeners]) listener();
    },
  };
}
