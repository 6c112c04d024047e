import { useEffect, useMemo, useRef, useState } from 'react';
import { Icon } from '../parts/icon.tsx';
import { OwnAgent } from '../shell/own-agent.tsx';
import { TopBar } from '../shell/top-bar.tsx';
import { WatchDemo } from '../shell/watch-demo.tsx';
import { useStore } from '../state/store.ts';
import { workspace } from '../state/workspace.ts';
import { PastSessions } from './past-sessions.tsx';
import { SessionCard } from './session-card.tsx';
import { inOrder } from './session-status.ts';

// Cards beyond these are added when they come near.
const FIRST_CARDS = 36;
const MORE_CARDS = 48;
const MINUTE_MS = 60_000;

export function AllSessions() {
  const live = useStore(workspace, (value) => value.live);
  const hasNoAgent = useStore(workspace, ({ agents }) => agents.length === 0);
  const [query, setQuery] = useState('');
  const [count, setCount] = useState(FIRST_CARDS);
  const now = useMinutes();
  useEffect(() => {
    document.title = 'All sessions · BTCP';
  }, []);
  const found = useMemo(() => inOrder(live.filter((session) => matches(session, query))), [live, query]);
  const open = live.filter(({ hasBrowser }) => hasBrowser).length;
  return (
    <main className="all-sessions" id="main">
      <TopBar title="All sessions">
        <span className="muted" role="status">
          {open === 1 ? '1 browser is open' : `${open} browsers are open`}
        </span>
        {live.length > 0 && (
          <label className="search-field">
            <Icon name="find" />
            <input
              type="search"
              aria-label="Find a session"
              placeholder="Find a session"
              value={query}
              onChange={({ target }) => setQuery(target.value)}
            />
          </label>
        )}
      </TopBar>
      {hasNoAgent && (
        <div className="first-steps">
          <WatchDemo />
        </div>
      )}
      {live.length === 0 ? (
        <NoSessions />
      ) : (
        <ul className="session-grid" aria-label="Sessions">
          {found.slice(0, count).map((session) => (
            <SessionCard key={session.id} session={session} now={now} />
          ))}
          {found.length > count && <More onNear={() => setCount(count + MORE_CARDS)} />}
        </ul>
      )}
      <PastSessions now={now} />
      {live.length > 0 && found.length === 0 && <p className="muted hint">No session matches.</p>}
    </main>
  );
}

function matches(
  { name, page, caller }: { name: string; page: { title: string; url: string } | null; caller: { name: string } },
  query: string,
): boolean {
  const text = `${name} ${caller.name} ${page?.title} ${page?.url}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function NoSessions() {
  return (
    <div className="welcome-body">
      <h2>No browser is open</h2>
      <p className="lead">Browsers of MCP clients, commands, programs and the agents on the left appear here.</p>
      <OwnAgent />
    </div>
  );
}

function More({ onNear }: { onNear(): void }) {
  const end = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!end.current) return;
    const sight = new IntersectionObserver(([entry]) => entry?.isIntersecting && onNear(), { rootMargin: '600px' });
    sight.observe(end.current);
    return () => sight.disconnect();
  }, [onNear]);
  return <li ref={end} className="more" aria-hidden="true" />;
}

function useMinutes(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
