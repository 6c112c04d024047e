import type { ReactNode } from 'react';
import { HistoryDownloads } from './downloads.tsx';
import { useServerHistory } from './server-history.ts';
import { Timeline } from './timeline.tsx';

/** What was done in a session without a browser; `children` alone where nothing is kept. */
export function LookBack({ agent, session, children }: { agent: string; session: string; children: ReactNode }) {
  const { source } = useServerHistory(agent, session);
  if (!source) return <div className="stage">{children}</div>;
  return (
    <div className="stage past">
      {children}
      <Timeline source={source}>
        <HistoryDownloads agent={agent} session={session} />
      </Timeline>
    </div>
  );
}
