import { BTCPProvider, useBTCPClient, useTool } from '@btcp/react';
import { type ReactNode, Suspense, startTransition, version } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { App, type AppProps, renders, statuses } from './app.tsx';

const container = document.createElement('main');
document.body.append(container);
let root: Root | undefined;

// What the test has in its hands.
const page = {
  version,
  renders,
  statuses,
  render(props: AppProps): void {
    root ??= createRoot(container);
    root.render(<App {...props} />);
  },
  unmount(): void {
    root?.unmount();
    root = undefined;
  },
  /** Takes over what a server has rendered; resolves with what React had to say about differences. */
  async hydrate(html: string, props: AppProps): Promise<string[]> {
    const problems: string[] = [];
    container.innerHTML = html;
    root = hydrateRoot(container, <App {...props} />, {
      onRecoverableError: (error) => problems.push(String(error)),
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    return problems;
  },
  /** Renders with a label, then begins to render another that React cannot finish. */
  renderUnfinished(serverUrl: string): void {
    root ??= createRoot(container);
    root.render(<Unfinished serverUrl={serverUrl} label="committed" />);
    setTimeout(() => startTransition(() => root?.render(<Unfinished serverUrl={serverUrl} label="unfinished" />)), 50);
  },
};

export type TestPage = typeof page;

Object.assign(globalThis, { page });

const forever = new Promise<void>(() => {});

function Unfinished(props: { serverUrl: string; label: string }): ReactNode {
  return (
    <BTCPProvider serverUrl={props.serverUrl}>
      <Suspense fallback="waiting">
        <Labelled label={props.label} />
      </Suspense>
    </BTCPProvider>
  );
}

function Labelled({ label }: { label: string }): ReactNode {
  const { status } = useBTCPClient();
  useTool({ name: 'label', description: 'The label', handler: () => label });
  if (label === 'unfinished') {
    document.title = 'rendering';
    throw forever;
  }
  return <p id="status">{status}</p>;
}
