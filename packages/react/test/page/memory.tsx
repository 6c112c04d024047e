import { BTCPProvider, useBTCPClient, useTool } from '@btcp/react';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

const serverUrl = location.hash.slice(1);

// What must go when a call is over or a client is unmounted, from the moment that somebody wants to know.
const watched: WeakRef<object>[] = [];
let isWatching = false;

function watch(...objects: object[]): void {
  if (isWatching) watched.push(...objects.map((object) => new WeakRef(object)));
}

function Tool() {
  const { status, client } = useBTCPClient();
  watch(client);
  useTool({
    name: 'echo',
    description: 'Echoes',
    handler(params, context) {
      watch(params, context, context.signal);
      return `${status} ${params.text}`;
    },
  });
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

// Puts the app into the page, and gives what takes it out again.
function mount(): () => void {
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  flushSync(() => root.render(<App />));
  return () => {
    flushSync(() => root.unmount());
    element.remove();
  };
}

// Mounts, connects, unmounts and disconnects. In the page, since every script from outside leaves a trace in it.
async function comeAndGo(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const unmount = mount();
    while (document.querySelector('p')?.textContent !== 'connected')
      await new Promise((resolve) => setTimeout(resolve));
    unmount();
  }
}

function startWatching(): void {
  isWatching = true;
}

// How many were watched, and how many of them are still there after the garbage was collected.
function count(): { watched: number; alive: number } {
  return { watched: watched.length, alive: watched.filter((reference) => reference.deref()).length };
}

export const memory = { mount, comeAndGo, startWatching, count };
export type Memory = typeof memory;
Object.assign(globalThis, { memory });
