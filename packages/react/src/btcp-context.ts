import type { ClientStore } from '@btcp/client/bindings';
import { createContext, useContext } from 'react';

export const BTCPContext = createContext<ClientStore | null>(null);

export function useStore(hook: string): ClientStore {
  const store = useContext(BTCPContext);
  if (!store)
    throw new Error(`${hook} found no <BTCPProvider> above it: wrap your app in <BTCPProvider serverUrl="…">.`);
  return store;
}
