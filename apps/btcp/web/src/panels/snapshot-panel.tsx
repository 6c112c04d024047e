import { useEffect } from 'react';
import { IconButton } from '../parts/icon-button.tsx';
import { highlight } from '../state/highlight.ts';
import type { OpenSession } from '../state/open-session.ts';
import { pointAt, pointAtNothing } from './point-at.ts';
import { ReadingNote } from './reading-note.tsx';
import { type RefButton, SnapshotText } from './snapshot-text.tsx';
import { useReading } from './use-reading.ts';

export function SnapshotPanel({ session }: { session: OpenSession }) {
  const reading = useReading<{ tree: string }>(session, 'browser_snapshot', {});
  const tree = reading.isActive ? reading.data?.tree : undefined;
  useEffect(() => () => highlight.update({ box: null }), []);
  return (
    <>
      <div className="panel-tools">
        <IconButton icon="refresh" label="Read again" disabled={!reading.isActive} onClick={reading.refresh} />
      </div>
      {tree ? (
        <SnapshotText tree={tree} refLines={reading.refLines} buttonFor={pointer} />
      ) : (
        <ReadingNote {...reading} empty="Reading the page…" />
      )}
    </>
  );
}

function pointer(ref: string): RefButton {
  const show = () => void pointAt(`@${ref}`);
  return {
    'aria-label': `Show ${ref} in the picture`,
    onPointerEnter: show,
    onPointerLeave: pointAtNothing,
    onFocus: show,
    onBlur: pointAtNothing,
  };
}
