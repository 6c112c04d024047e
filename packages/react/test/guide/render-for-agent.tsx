import { type BTCPClient, BTCPProvider, useBTCPClient } from '@btcp/react';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

/** Renders components without a server, to call their tools as an agent would. */
export async function renderForAgent(children: ReactNode) {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  const given: { client?: BTCPClient } = {};
  await act(async () =>
    root.render(
      <BTCPProvider serverUrl="ws://127.0.0.1:9" options={{ autoReconnect: false }}>
        <TakeClient into={given} />
        {children}
      </BTCPProvider>,
    ),
  );
  return {
    element,
    call: (name: string, params: object) => act(async () => given.client?.callTool(name, params)),
    unmount: () => act(async () => root.unmount()),
  };
}

function TakeClient({ into }: { into: { client?: BTCPClient } }) {
  into.client = useBTCPClient().client;
  return null;
}
