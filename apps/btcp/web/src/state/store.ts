import { useSyncExternalStore } from 'react';

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

/** `select` must not create objects. */
export function useStore<T extends object, Part>(
  store: Pick<Store<T>, 'get' | 'subscribe'>,
  select: (value: T) => Part,
): Part {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
