import { type BTCPClientOptions, createClient } from '@btcp/client';
import { createClientStore } from '@btcp/client/bindings';
import { createElement, type ReactElement, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { BTCPContext } from './btcp-context.js';

/** Where a provider connects. */
export interface BTCPProviderProps {
  /** A new address opens a new connection; the tools are kept. */
  serverUrl: string;
  /** Read when a client is created: on mount, and when `serverUrl` changes. */
  options?: Omit<BTCPClientOptions, 'serverUrl'>;
  children?: ReactNode;
}

/** Connects the page while it is mounted, and provides the client to hooks. */
export function BTCPProvider({ serverUrl, options, children }: BTCPProviderProps): ReactElement {
  // biome-ignore lint/correctness/useExhaustiveDependencies: options are often written in place, and so new each time.
  const store = useMemo(() => createClientStore(createClient({ ...options, serverUrl })), [serverUrl]);
  const { client } = store;
  const previous = useRef(client);

  useEffect(() => {
    // useTool has moved its own tools; these were registered by hand.
    const moved = new Set(client.listTools().map(({ name }) => name));
    for (const tool of previous.current.listTools()) if (!moved.has(tool.name)) client.registerTool(tool);
    previous.current = client;
    // The client's `error` event has the reason.
    client.connect().catch(() => {});
    return () => {
      void client.disconnect();
    };
  }, [client]);

  return createElement(BTCPContext.Provider, { value: store }, children);
}
