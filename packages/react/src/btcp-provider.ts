import { type BTCPClientOptions, createClient } from '@btcp/client';
import { createClientStore } from '@btcp/client/bindings';
import { createElement, type ReactElement, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { BTCPContext } from './btcp-context.js';

/** Where a provider connects, and with which options. */
export interface BTCPProviderProps {
  /** A new address closes the old connection and opens the new one; the tools move along. */
  serverUrl: string;
  /** Read when a client is made: at first, and when `serverUrl` has changed. */
  options?: Omit<BTCPClientOptions, 'serverUrl'>;
  children?: ReactNode;
}

/** Connects the page while it is mounted, and gives the client to the hooks of its children. */
export function BTCPProvider({ serverUrl, options, children }: BTCPProviderProps): ReactElement {
  // biome-ignore lint/correctness/useExhaustiveDependencies: options are often written in place, and so new each time.
  const store = useMemo(() => createClientStore(createClient({ ...options, serverUrl })), [serverUrl]);
  const { client } = store;
  const previous = useRef(client);

  useEffect(() => {
    // useTool has moved its tools by now; these were registered by hand.
    const moved = new Set(client.listTools().map(({ name }) => name));
    for (const tool of previous.current.listTools()) if (!moved.has(tool.name)) client.registerTool(tool);
    previous.current = client;
    // Whoever wants to know why hears the client's `error` event.
    client.connect().catch(() => {});
    return () => {
      void client.disconnect();
    };
  }, [client]);

  return createElement(BTCPContext.Provider, { value: store }, children);
}
