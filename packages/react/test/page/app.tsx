import { BTCPProvider, useBTCPClient, useTool, useToolResult } from '@btcp/react';
import { Component, type ReactNode, StrictMode, useEffect, useState } from 'react';

export interface AppProps {
  serverUrl: string;
  isStrict?: boolean;
  label?: string;
  description?: string;
  /** How many components offer the tool. */
  panels?: number;
  isAlone?: boolean;
}

/** How often each component was rendered. */
export const renders = { status: 0 };
export const statuses: string[] = [];

export function App({ serverUrl, isStrict = false, panels = 1, isAlone = false, ...panel }: AppProps): ReactNode {
  const children = (
    <Boundary>
      <Status />
      {Array.from({ length: panels }, (_unused, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same.
        <Panel key={index} {...panel} />
      ))}
    </Boundary>
  );
  if (isAlone) return children;
  const provided = (
    <BTCPProvider serverUrl={serverUrl} options={{ reconnectInterval: 50 }}>
      {children}
    </BTCPProvider>
  );
  return isStrict ? <StrictMode>{provided}</StrictMode> : provided;
}

function Status(): ReactNode {
  const { status, registerTool } = useBTCPClient();
  useEffect(() => {
    renders.status += 1;
    if (statuses.at(-1) !== status) statuses.push(status);
  });
  // Once, as many would write it: the tool must be there for the next address too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    registerTool({ name: 'by_hand', description: 'Registered by hand', handler: () => 'by hand' });
  }, []);
  return <p id="status">{status}</p>;
}

function Panel({
  label = 'first',
  description = 'Adds to the number',
}: Pick<AppProps, 'label' | 'description'>): ReactNode {
  const [number, setNumber] = useState(0);
  const { tools, lastMessage } = useBTCPClient();
  const { lastCall, lastResult } = useToolResult('add');
  useTool({
    name: 'add',
    description,
    inputSchema: { type: 'object', properties: { by: { type: 'number' } }, required: ['by'] },
    handler: ({ by }) => {
      setNumber(number + by);
      return `${label}: ${number + by}`;
    },
  });
  return (
    <div>
      <p id="number">{number}</p>
      <p id="tools">{tools.map(({ name }) => name).join(' ')}</p>
      <p id="message">{lastMessage ? 'heard' : 'nothing heard'}</p>
      <p id="call">{JSON.stringify({ params: lastCall?.params ?? null, lastResult })}</p>
    </div>
  );
}

class Boundary extends Component<{ children: ReactNode }, { message?: string }> {
  override state: { message?: string } = {};
  static getDerivedStateFromError({ message }: Error) {
    return { message };
  }
  override render(): ReactNode {
    return this.state.message ? <p id="error">{this.state.message}</p> : this.props.children;
  }
}
