import { useSyncExternalStore } from 'react';

/** A value that changes as a whole, and those who want to know. */
export interface Store<T> {
  get(): T;
  update(change: Partial<T>): void;
  subscribe(listener: () => void): () => void;
}

export function createStore<T extends object>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    update(change) {
      value = { ...value, ...change };
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A part of a store; `select` gives a part that is there already, and makes none. */
export function useStore<T extends object, Part>(
  store: Pick<Store<T>, 'get' | 'subscribe'>,
  select: (value: T) => Part,
): Part {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
