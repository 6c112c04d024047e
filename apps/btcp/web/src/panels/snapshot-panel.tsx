import { useEffect } from 'react';
import { IconButton } from '../parts/icon-button.tsx';
import { highlight } from '../state/highlight.ts';
import type { OpenSession } from '../state/open-session.ts';
import { pointAt, pointAtNothing } from './point-at.ts';
import { ReadingNote } from './reading-note.tsx';
import { type RefButton, type ShownSnapshot, SnapshotText } from './snapshot-text.tsx';
import { useReading } from './use-reading.ts';

/** The page as the agent reads it; hovering a ref outlines the element. */
export function SnapshotPanel({ session }: { session: OpenSession }) {
  const reading = useReading<ShownSnapshot>(session, 'browser_snapshot', {});
  const snapshot = reading.isActive ? reading.data : null;
  useEffect(() => () => highlight.update({ box: null }), []);
  return (
    <>
      <div className="panel-tools">
        <IconButton icon="refresh" label="Read again" disabled={!reading.isActive} onClick={reading.refresh} />
      </div>
      {snapshot?.tree ? (
        <SnapshotText snapshot={snapshot} buttonFor={pointer} />
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
