import { useEffect, useState } from 'react';
import { OutsideState } from './all-sessions/outside-state.tsx';
import { SessionActions } from './all-sessions/session-actions.tsx';
import { BrowserSide } from './browser/browser-side.tsx';
import { Activity } from './conversation/activity.tsx';
import { Conversation } from './conversation/conversation.tsx';
import { ShareDialog } from './dialogs/share-dialog.tsx';
import { UNTITLED } from './parts/format.ts';
import { IconButton } from './parts/icon-button.tsx';
import { Segments } from './parts/segments.tsx';
import { TopBar } from './shell/top-bar.tsx';
import { layout } from './state/layout.ts';
import { type OpenSession, openSession } from './state/open-session.ts';
import { useStore } from './state/store.ts';
import { workspace } from './state/workspace.ts';
import { Gone, PastSession } from './timeline/past-session.tsx';

const SIDES = { conversation: 'Chat', browser: 'Browser' };
const OUTSIDE_SIDES = { conversation: 'Activity', browser: 'Browser' };

export function SessionView({ agent, id }: { agent: string; id: string }) {
  const [session, setSession] = useState<OpenSession | null>(null);
  useEffect(() => {
    const opened = openSession(agent, id);
    setSession(opened);
    return opened.close;
  }, [agent, id]);
  return session && <Sides session={session} />;
}

function Sides({ session }: { session: OpenSession }) {
  const side = useStore(layout, (value) => value.side);
  const title = useStore(session.store, (value) => value.session?.title);
  const connection = useStore(session.store, (value) => value.connection);
  const isAsked = useStore(session.store, (value) => value.session?.run.state === 'waiting');
  const agentName = useStore(workspace, ({ agents }) => agents.find(({ slug }) => slug === session.agent)?.name);
  const isDeleted = useStore(
    workspace,
    ({ sessions }) => sessions[session.agent]?.some(({ id }) => id === session.id) === false,
  );
  useEffect(() => {
    document.title = `${isAsked ? '● ' : ''}${title || UNTITLED} · BTCP`;
  }, [title, isAsked]);
  if (connection === 'gone' || isDeleted) return session.agent === '' ? <PastSession id={session.id} /> : <Gone />;
  const isOutside = session.agent === '';
  return (
    <main className="session" data-side={side}>
      <div className="middle">
        <TopBar title={title || UNTITLED}>
          {isOutside ? <OutsideState id={session.id} /> : <span className="muted agent-name">{agentName}</span>}
          {connection === 'reconnecting' && (
            <span className="badge" role="status">
              Reconnecting…
            </span>
          )}
          <ShareButton session={session} />
          <Segments
            label="Shown side"
            names={isOutside ? OUTSIDE_SIDES : SIDES}
            chosen={side}
            marked={isAsked && 'browser'}
            onChoose={(chosen) => layout.update({ side: chosen })}
          />
          <SessionActions agent={session.agent} id={session.id} />
        </TopBar>
        {isOutside ? <Activity session={session} /> : <Conversation session={session} />}
      </div>
      <BrowserSide session={session} />
    </main>
  );
}

function ShareButton({ session: { agent, id } }: { session: OpenSession }) {
  const isTeam = useStore(workspace, ({ config }) => config?.isTeam);
  const right = useStore(workspace, ({ sessions }) => sessions[agent]?.find((each) => each.id === id)?.right);
  const [isOpen, setOpen] = useState(false);
  if (!isTeam || agent === '') return null;
  if (right !== undefined) return <span className="badge">You may {right}</span>;
  return (
    <>
      <IconButton icon="person" label="Share this session" onClick={() => setOpen(true)} />
      {isOpen && <ShareDialog agent={agent} session={id} onClose={() => setOpen(false)} />}
    </>
  );
}
