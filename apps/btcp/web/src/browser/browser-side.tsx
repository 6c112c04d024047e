import type { CSSProperties } from 'react';
import { Panels } from '../panels/panels.tsx';
import { layout } from '../state/layout.ts';
import type { OpenSession } from '../state/open-session.ts';
import { useStore } from '../state/store.ts';
import { useIsDriving } from '../state/window.ts';
import { LookBack } from '../timeline/look-back.tsx';
import { BrowserStage } from './browser-stage.tsx';
import { NoBrowser } from './no-browser.tsx';
import { Splitter } from './splitter.tsx';

export function BrowserSide({ session }: { session: OpenSession }) {
  const isActive = useStore(session.store, (value) => value.browserActive);
  const count = useStore(session.store, (value) => value.browserCount);
  const { isPanelOpen, panelShare } = useStore(layout, (value) => value);
  const isDriving = useIsDriving();
  const style = { '--panel-share': `${(panelShare ?? 0) * 100}%` } as CSSProperties;
  return (
    <section
      className="browser-side"
      data-panel={isPanelOpen ? 'open' : 'closed'}
      data-driving={isDriving || undefined}
      data-sized={panelShare === null ? undefined : ''}
      style={style}
      aria-label="Browser and panels"
    >
      {isActive ? (
        <div className="stage">
          <BrowserStage key={count} session={session} />
        </div>
      ) : (
        <LookBack agent={session.agent} session={session.id}>
          <NoBrowser session={session} />
        </LookBack>
      )}
      {isPanelOpen && <Splitter />}
      <Panels session={session} />
    </section>
  );
}
