import { BTCPProvider, useBTCPClient, useTool } from '@btcp/react';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

const serverUrl = location.hash.slice(1);

function Tool() {
  const { status } = useBTCPClient();
  useTool({ name: 'echo', description: 'Echoes', handler: ({ text }) => `${status} ${text}` });
  return <p>{status}</p>;
}

function App() {
  return (
    <StrictMode>
      <BTCPProvider serverUrl={serverUrl} options={{ maxReconnectAttempts: 0 }}>
        <Tool />
      </BTCPProvider>
    </StrictMode>
  );
}

/** Puts the app into the page, and gives what takes it out again. */
function mount(): () => void {
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  flushSync(() => root.render(<App />));
  return () => {
    flushSync(() => root.unmount());
    element.remove();
  };
}

/** Mounts, connects, unmounts and disconnects. In the page, since every script from outside leaves a trace in it. */
async function comeAndGo(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const unmount = mount();
    while (document.querySelector('p')?.textContent !== 'connected')
      await new Promise((resolve) => setTimeout(resolve));
    unmount();
  }
}

export const memory = { mount, comeAndGo };
export type Memory = typeof memory;
Object.assign(globalThis, { memory });
