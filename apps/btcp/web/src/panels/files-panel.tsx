import { useEffect, useState } from 'react';
import type { SessionFile } from '../../../src/contract/types.ts';
import { PictureDialog } from '../files/picture-dialog.tsx';
import { downloadFile, openText } from '../files/use-file.ts';
import { bytes, moment } from '../parts/format.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { api, sessionPath } from '../state/api.ts';
import { attempt, report } from '../state/notices.ts';
import type { OpenSession } from '../state/open-session.ts';
import { useStore } from '../state/store.ts';

export function FilesPanel({ session }: { session: OpenSession }) {
  const files = useFiles(session);
  const [shown, setShown] = useState<SessionFile | null>(null);
  const addressOf = ({ name }: SessionFile) =>
    `${sessionPath(session.agent, session.id)}/files/${encodeURIComponent(name)}`;
  if (!files) return <p className="muted hint">Loading…</p>;
  if (files.length === 0) {
    return (
      <p className="muted hint">Screenshots, downloads and long outputs are kept here until the session is deleted.</p>
    );
  }
  return (
    <>
      <ul className="rows">
        {files.map((file) => (
          <li key={file.name}>
            <Icon name={iconFor(file)} />
            <span className="label">{nameOf(file, () => setShown(file), addressOf(file))}</span>
            <span className="muted number">{bytes(file.size)}</span>
            <time className="muted">{moment(file.created)}</time>
            <button
              type="button"
              className="icon-button"
              onClick={() => attempt(() => downloadFile(addressOf(file), file.label))}
              aria-label={`Download ${file.label}`}
              title="Download"
            >
              <Icon name="download" />
            </button>
          </li>
        ))}
      </ul>
      {shown && <PictureDialog title={shown.label} address={addressOf(shown)} onClose={() => setShown(null)} />}
    </>
  );
}

function nameOf({ label, mimeType }: SessionFile, show: () => void, address: string) {
  if (mimeType.startsWith('image/')) {
    return (
      <button type="button" className="name" onClick={show}>
        {label}
      </button>
    );
  }
  if (!/^text\/|json$/.test(mimeType)) return label;
  return (
    <button type="button" className="name" onClick={() => attempt(() => openText(address))}>
      {label}
    </button>
  );
}

function iconFor({ mimeType }: SessionFile): IconName {
  if (mimeType.startsWith('image/')) return 'camera';
  return /^text\/|json$/.test(mimeType) ? 'read' : 'page';
}

function useFiles({ agent, id, store }: OpenSession): readonly SessionFile[] | null {
  const [files, setFiles] = useState<readonly SessionFile[] | null>(null);
  const count = useStore(store, (value) => value.fileCount);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file is a reason to read again.
  useEffect(() => {
    let isWanted = true;
    api.files(agent, id).then((list) => isWanted && setFiles(list.toReversed()), report);
    return () => {
      isWanted = false;
    };
  }, [agent, id, count]);
  return files;
}
