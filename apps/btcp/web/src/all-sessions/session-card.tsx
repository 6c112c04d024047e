import { memo, useState } from 'react';
import type { ListedSession } from '../../../src/contract/types.ts';
import { ago, withoutScheme } from '../parts/format.ts';
import { NameField } from '../parts/name-field.tsx';
import { attempt } from '../state/notices.ts';
import { goToSession } from '../state/route.ts';
import { useStore } from '../state/store.ts';
import { renameLive, workspace } from '../state/workspace.ts';
import { SessionActions } from './session-actions.tsx';
import { statusOf } from './session-status.ts';
import { SessionThumbnail } from './session-thumbnail.tsx';

/** Memoized: a call changes one card of many. */
export const SessionCard = memo(function SessionCard({ session, now }: { session: ListedSession; now: number }) {
  const { agent = '', id, page, since, request } = session;
  const [isRenaming, setRenaming] = useState(false);
  const title = useStore(workspace, ({ sessions }) => sessions[agent]?.find((each) => each.id === id)?.title);
  const name = title ?? session.name;
  const { state, words } = statusOf(session);
  return (
    <li className="session-card" data-state={state}>
      <button
        type="button"
        className="session-open"
        aria-label={`${name}, ${words}`}
        onClick={() => goToSession(agent, id)}
      >
        <SessionThumbnail session={session} />
        <span className="status-pill" data-state={state}>
          <span className="run-dot" data-state={state} />
          {words}
        </span>
      </button>
      <div className="session-facts">
        {isRenaming ? (
          <NameField
            name={name}
            label="Name of the session"
            longest={120}
            onDone={(given) => {
              setRenaming(false);
              if (given) attempt(() => renameLive(session, given));
            }}
          />
        ) : (
          <h2 title={name}>{name}</h2>
        )}
        <p className="muted" title={page?.url}>
          {request ?? (page?.title || withoutScheme(page?.url ?? '') || 'Empty page')}
        </p>
        <footer>
          <span className="muted small" title={`Since ${new Date(since).toLocaleString()}`}>
            {title === undefined ? '' : `${session.caller.name} · `}
            {ago(since, now)}
          </span>
          <SessionActions agent={agent} id={id} onRename={() => setRenaming(true)} />
        </footer>
      </div>
    </li>
  );
});
