import { useState } from 'react';
import type { HistoryRequest } from '../../../src/contract/history.ts';
import { IconButton } from '../parts/icon-button.tsx';
import { RequestTable } from '../parts/request-table.tsx';
import type { OpenSession } from '../state/open-session.ts';
import { ReadingNote } from './reading-note.tsx';
import { useReading } from './use-reading.ts';

export function NetworkPanel({ session }: { session: OpenSession }) {
  const [filter, setFilter] = useState('');
  const input = { limit: 200, ...(filter ? { filter } : {}) };
  const reading = useReading<{ entries: HistoryRequest[] }>(session, 'browser_recent_network_requests', input);
  const entries = reading.isActive ? (reading.data?.entries ?? []) : [];
  return (
    <>
      <div className="panel-tools">
        <input
          type="search"
          aria-label="Filter by address"
          placeholder="Filter"
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
        />
        <IconButton icon="refresh" label="Read again" disabled={!reading.isActive} onClick={reading.refresh} />
      </div>
      {entries.length === 0 ? (
        <ReadingNote {...reading} empty="No requests were made. Nothing is kept while you drive." />
      ) : (
        <RequestTable requests={entries} hasType />
      )}
    </>
  );
}
