// All samples of the guide in one page, for the test next to it.
import { BTCPProvider } from '@btcp/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '../readme.tsx';
import { Activity } from './activity.tsx';
import { Connection } from './connection.tsx';
import { Live } from './live.tsx';
import { Order } from './order.tsx';
import { renderForAgent } from './render-for-agent.tsx';

const page = {
  showReadme(): void {
    createRoot(document.body).render(
      <StrictMode>
        <App />
      </StrictMode>,
    );
  },
  showShop(isSignedIn: boolean): void {
    createRoot(document.body).render(
      <StrictMode>
        <BTCPProvider serverUrl="ws://127.0.0.1:4700">
          <Connection />
          <Order isSignedIn={isSignedIn} save={async (count) => ({ number: `A-${count}` })} />
          <Activity />
        </BTCPProvider>
      </StrictMode>,
    );
  },
  showLive(url: string): void {
    createRoot(document.body).render(<Live url={url} fetchToken={async () => 'guide-token'} />);
  },
  async test(): Promise<unknown[]> {
    const shown = await renderForAgent(<Order isSignedIn save={async (count) => ({ number: `T-${count}` })} />);
    const result = await shown.call('place_order', { count: 3 });
    const seen = shown.element.textContent;
    await shown.unmount();
    return [result?.structuredContent, seen, shown.element.textContent];
  },
};

export type GuidePage = typeof page;
Object.assign(globalThis, { page });
