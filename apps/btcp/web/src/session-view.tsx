import { useEffect, useState } from 'react';
import { BrowserSide } from './browser/browser-side.tsx';
import { Conversation } from './conversation/conversation.tsx';
import { UNTITLED } from './parts/format.ts';
import { layout } from './state/layout.ts';
import { type OpenSession, openSession } from './state/open-session.ts';
import { useStore } from './state/store.ts';
import { workspace } from './state/workspace.ts';
import { TopBar } from './top-bar.tsx';

const SIDES = ['conversation', 'browser'] as const;

/** One session: what is said at the left, and what is done at the right. */
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
  useEffect(() => {
    document.title = `${isAsked ? '● ' : ''}${title || UNTITLED} · BTCP`;
  }, [title, isAsked]);
  if (connection === 'gone') return <Gone />;
  return (
    <main className="session" data-side={side}>
      <div className="middle">
        <TopBar title={title || UNTITLED}>
          <span className="muted agent-name">{agentName}</span>
          {connection === 'reconnecting' && (
            <span className="badge" role="status">
              Reconnecting…
            </span>
          )}
          <nav className="segments" aria-label="Shown side">
            {SIDES.map((name) => (
              <button
                key={name}
                type="button"
                aria-pressed={side === name}
                onClick={() => layout.update({ side: name })}
              >
                {name === 'browser' ? 'Browser' : 'Chat'}
                {name === 'browser' && isAsked && <span className="run-dot" data-state="waiting" />}
              </button>
            ))}
          </nav>
        </TopBar>
        <Conversation session={session} />
      </div>
      <BrowserSide session={session} />
    </main>
  );
}

function Gone() {
  return (
    <main className="welcome">
      <TopBar title="Session" />
      <div className="welcome-body">
        <h2>This session is gone</h2>
        <p className="lead">It was deleted, here or in another window. Choose another one, or begin anew.</p>
      </div>
    </main>
  );
}
