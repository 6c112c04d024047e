import type { BTCPClient } from '@btcp/client';
import type { ClientState } from '@btcp/client/bindings';
import { useMemo, useSyncExternalStore } from 'react';
import { useStore } from './btcp-context.js';

/** The client of the provider above, with its state. */
export interface BTCPClientResult extends Pick<ClientState, 'status' | 'tools' | 'lastMessage'> {
  client: BTCPClient;
  registerTool: BTCPClient['registerTool'];
}

/** Returns the client of the provider above, and renders again only for the parts that the component reads. */
export function useBTCPClient(): BTCPClientResult {
  const store = useStore('useBTCPClient');
  const reader = useMemo(() => {
    const read = new Set<keyof ClientState>();
    return {
      read,
      subscribe: (notify: () => void) => store.subscribe((part) => read.has(part) && notify()),
    };
  }, [store]);
  const state = useSyncExternalStore(reader.subscribe, store.getSnapshot, () => store.initial);

  function part<Part extends keyof ClientState>(name: Part): ClientState[Part] {
    reader.read.add(name);
    return state[name];
  }

  const { client } = store;
  return {
    client,
    registerTool: client.registerTool,
    get status() {
      return part('status');
    },
    get tools() {
      return part('tools');
    },
    get lastMessage() {
      return part('lastMessage');
    },
  };
}
