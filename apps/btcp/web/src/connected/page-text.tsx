import type { ConnectedBrowser } from '../../../src/contract/types.ts';
import { ReadingNote } from '../panels/reading-note.tsx';
import { SnapshotText } from '../panels/snapshot-text.tsx';
import { useReading } from '../panels/use-reading.ts';
import { Icon } from '../parts/icon.tsx';
import { IconButton } from '../parts/icon-button.tsx';
import type { OpenPage } from '../state/open-page.ts';
import { OtherPages } from './other-pages.tsx';

/** There is no picture: the tab is on somebody's screen. */
export function PageText({
  page,
  isGone,
  target,
  onChoose,
}: {
  page: ConnectedBrowser;
  isGone: boolean;
  target: OpenPage;
  onChoose(ref: string): void;
}) {
  const reading = useReading<{ tree: string }>(target, 'browser_snapshot', {});
  const tree = reading.data?.tree;
  return (
    <section className="browser-side" aria-label="Page">
      <header className="page-bar">
        <Icon name="link" />
        <span className="label" title={page.url}>
          {reading.page?.url || page.url || 'Unknown address'}
        </span>
        <IconButton icon="refresh" label="Read again" disabled={!reading.isActive} onClick={reading.refresh} />
      </header>
      {isGone && (
        <div className="empty">
          <Icon name="link" />
          <h2>This page is gone</h2>
          <p className="muted">It was closed or has disconnected. It returns to the list when it reconnects.</p>
          <OtherPages />
        </div>
      )}
      {!isGone && page.browserTools.length === 0 && (
        <div className="empty">
          <Icon name="page" />
          <h2>Tools only</h2>
          <p className="muted">Agents can call the tools of this page. They cannot read it or click in it.</p>
        </div>
      )}
      {reading.isActive && (
        <div className="panel">
          {tree ? (
            <SnapshotText
              tree={tree}
              refLines={reading.refLines}
              buttonFor={(ref) => ({ 'aria-label': `Use ${ref} in the form`, onClick: () => onChoose(ref) })}
            />
          ) : (
            <ReadingNote {...reading} empty="Reading the page…" />
          )}
        </div>
      )}
    </section>
  );
}
