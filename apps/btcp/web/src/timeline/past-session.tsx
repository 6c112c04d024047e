import { useEffect } from 'react';
import { TopBar } from '../shell/top-bar.tsx';
import { HistoryDownloads } from './downloads.tsx';
import { useServerHistory } from './server-history.ts';
import { Timeline } from './timeline.tsx';

export function PastSession({ id }: { id: string }) {
  const { source, isMissing } = useServerHistory('', id);
  const name = source?.history.session.name;
  useEffect(() => {
    if (name) document.title = `${name} · BTCP`;
  }, [name]);
  if (isMissing) return <Gone />;
  if (!source) return <main className="past-session" aria-busy="true" />;
  return (
    <main className="past-session">
      <TopBar title={name ?? 'Session'}>
        <span className="badge">Ended</span>
      </TopBar>
      <Timeline source={source}>
        <HistoryDownloads agent="" session={id} />
      </Timeline>
    </main>
  );
}

/** Of a session of the workspace nothing is left when it is deleted. */
export function Gone() {
  return (
    <main className="welcome">
      <TopBar title="Session" isHeading={false} />
      <div className="welcome-body">
        <h1>This session is gone</h1>
        <p className="lead">It has ended or was deleted. Choose another one.</p>
      </div>
    </main>
  );
}
