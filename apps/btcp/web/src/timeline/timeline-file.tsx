import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { History, HistoryDetails } from '../../../src/contract/history.ts';
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/panels.css';
import '../styles/timeline.css';
import type { HistorySource } from './history-source.ts';
import { Timeline } from './timeline.tsx';

interface FiledHistory extends History {
  details: Record<number, HistoryDetails>;
  // As `data:` addresses.
  pictures: Record<number, string>;
}

const NOTHING: HistoryDetails = { before: null, after: null, requests: [], console: [] };
const { details, pictures, ...history }: FiledHistory = JSON.parse(
  document.getElementById('history')?.textContent ?? '{}',
);
const source: HistorySource = {
  history,
  details: async (step) => details[step] ?? NOTHING,
  picture: async (step) => pictures[step],
};
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => {
  document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light';
};
follow();
dark.addEventListener('change', follow);
document.title = history.session.name;
createRoot(document.getElementById('app') ?? document.body).render(
  <StrictMode>
    <main className="past-session">
      <header className="file-head">
        <h1>{history.session.name}</h1>
        <span className="muted">{new Date(history.session.since).toLocaleString()}</span>
      </header>
      <Timeline source={source} />
    </main>
  </StrictMode>,
);
