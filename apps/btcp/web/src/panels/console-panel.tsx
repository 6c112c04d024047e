import { moment } from '../parts/format.ts';
import { IconButton } from '../parts/icon-button.tsx';
import type { OpenSession } from '../state/open-session.ts';
import { ReadingNote } from './reading-note.tsx';
import { useReading } from './use-reading.ts';

interface Entry {
  type: string;
  text: string;
  time: number;
  url?: string;
  line?: number;
}

export function ConsolePanel({ session }: { session: OpenSession }) {
  const reading = useReading<{ entries: Entry[] }>(session, 'browser_recent_console_logs', { limit: 200 });
  const entries = reading.isActive ? (reading.data?.entries ?? []) : [];
  return (
    <>
      <div className="panel-tools">
        <IconButton icon="refresh" label="Read again" disabled={!reading.isActive} onClick={reading.refresh} />
      </div>
      {entries.length === 0 && (
        <ReadingNote {...reading} empty="The console is empty. Nothing is kept while you drive." />
      )}
      <ol className="lines">
        {entries.map(({ type, text, time, url, line }, index) => (
          <li key={index} data-level={type}>
            <time>{moment(time)}</time>
            <span className="text">{text}</span>
            {url && (
              <span className="muted source" title={url}>
                {fileOf(url)}:{line}
              </span>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

function fileOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, host } = new URL(url);
  return pathname.split('/').at(-1) || host;
}
