import { useState } from 'react';
import { bytes, duration } from '../parts/format.ts';
import { IconButton } from '../parts/icon-button.tsx';
import type { OpenSession } from '../state/open-session.ts';
import { ReadingNote } from './reading-note.tsx';
import { useReading } from './use-reading.ts';

interface Entry {
  url: string;
  method: string;
  type: string;
  time: number;
  status?: number;
  duration?: number;
  size?: number;
  failure?: string;
}

export function NetworkPanel({ session }: { session: OpenSession }) {
  const [filter, setFilter] = useState('');
  const input = { limit: 200, ...(filter ? { filter } : {}) };
  const reading = useReading<{ entries: Entry[] }>(session, 'browser_recent_network_requests', input);
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
        <table className="requests">
          <thead>
            <tr>
              <th>Status</th>
              <th>Method</th>
              <th>Address</th>
              <th>Type</th>
              <th className="number">Size</th>
              <th className="number">Time</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry, index) => (
              <tr key={index} data-failed={entry.failure !== undefined || (entry.status ?? 0) >= 400}>
                <td title={entry.failure}>{entry.failure ? 'Failed' : (entry.status ?? '…')}</td>
                <td>{entry.method}</td>
                <td className="address" title={entry.url}>
                  <Address url={entry.url} />
                </td>
                <td>{entry.type}</td>
                <td className="number">{entry.size === undefined ? '' : bytes(entry.size)}</td>
                <td className="number">{entry.duration === undefined ? '' : duration(entry.duration)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

// The origin is dimmed: it is mostly the same.
function Address({ url }: { url: string }) {
  const origin = /^\w+:\/\/[^/]+(?=\/)/.exec(url)?.[0] ?? '';
  return (
    <>
      <span className="origin">{origin}</span>
      {url.slice(origin.length)}
    </>
  );
}
