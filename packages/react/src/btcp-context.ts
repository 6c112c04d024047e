import type { ClientStore } from '@btcp/client/bindings';
import { createContext, useContext } from 'react';

export const BTCPContext = createContext<ClientStore | null>(null);

/** The store of the provider above; `hook` is for the error message. */
export function useStore(hook: string): ClientStore {
  const store = useContext(BTCPContext);
  if (!store)
    throw new Error(`${hook} found no <BTCPProvider> above it: wrap your app in <BTCPProvider serverUrl="…">.`);
  return store;
}
