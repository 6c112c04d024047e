import { downloadFile } from '../files/use-file.ts';
import { Icon } from '../parts/icon.tsx';
import { attempt } from '../state/notices.ts';
import { historyPath } from './server-history.ts';

const FORMATS = [
  { format: 'html', label: 'HTML', title: 'The whole timeline in one file; needs no server' },
  { format: 'webm', label: 'Video', title: 'The pictures as a WebM video' },
  { format: 'har', label: 'HAR', title: 'The requests as an HTTP archive' },
];

export function HistoryDownloads({ agent, session }: { agent: string; session: string }) {
  return (
    <span className="downloads">
      {FORMATS.map(({ format, label, title }) => (
        <button
          key={format}
          type="button"
          className="button small"
          title={title}
          onClick={() =>
            attempt(() => downloadFile(`${historyPath(agent, session)}?format=${format}`, `session.${format}`))
          }
        >
          <Icon name="download" />
          {label}
        </button>
      ))}
    </span>
  );
}
