import { useEffect, useState } from 'react';
import type { HistorySession } from '../../../src/contract/history.ts';
import { ago } from '../parts/format.ts';
import { api } from '../state/api.ts';
import { goToSession } from '../state/route.ts';
import { useStore } from '../state/store.ts';
import { workspace } from '../state/workspace.ts';

const MAX_LISTED = 50;

export function PastSessions({ now }: { now: number }) {
  const live = useStore(workspace, (value) => value.live);
  const [kept, setKept] = useState<readonly HistorySession[]>([]);
  useEffect(() => {
    let isWanted = true;
    api.past().then(
      ({ sessions }) => isWanted && setKept(sessions),
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, []);
  const past = kept.filter(({ id }) => !live.some((session) => session.id === id));
  if (past.length === 0) return null;
  return (
    <section className="past-sessions" aria-labelledby="past-sessions">
      <h2 id="past-sessions">Ended</h2>
      <ul>
        {past.slice(0, MAX_LISTED).map(({ id, name, steps, lastUsed }) => (
          <li key={id}>
            <button type="button" className="item" onClick={() => goToSession('', id)}>
              <span className="label">{name}</span>
              <span className="muted small">
                {steps === 1 ? '1 step' : `${steps} steps`} · {ago(lastUsed, now)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
