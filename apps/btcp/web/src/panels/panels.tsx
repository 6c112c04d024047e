import { type ComponentType, type KeyboardEvent, useEffect } from 'react';
import { ErrorBoundary } from '../parts/error-boundary.tsx';
import { IconButton } from '../parts/icon-button.tsx';
import { scrollWithin } from '../parts/scroll-within.ts';
import { layout, PANELS, type Panel } from '../state/layout.ts';
import type { OpenSession } from '../state/open-session.ts';
import { useStore } from '../state/store.ts';
import { ActionsPanel } from './actions-panel.tsx';
import { ConsolePanel } from './console-panel.tsx';
import { FilesPanel } from './files-panel.tsx';
import { NetworkPanel } from './network-panel.tsx';
import { SnapshotPanel } from './snapshot-panel.tsx';
import { StatesPanel } from './states-panel.tsx';
import { ToolsPanel } from './tools-panel.tsx';

const NAMES: Record<Panel, string> = {
  actions: 'Actions',
  console: 'Console',
  network: 'Network',
  snapshot: 'Snapshot',
  files: 'Files',
  states: 'States',
  tools: 'Tools',
};

const CONTENTS: Record<Panel, ComponentType<{ session: OpenSession }>> = {
  actions: ActionsPanel,
  console: ConsolePanel,
  network: NetworkPanel,
  snapshot: SnapshotPanel,
  files: FilesPanel,
  states: StatesPanel,
  tools: ToolsPanel,
};

// States belong to agents of the workspace.
const OUTSIDE_PANELS = PANELS.filter((name) => name !== 'states');

export function Panels({ session }: { session: OpenSession }) {
  const { panel: chosen, isPanelOpen, side } = useStore(layout, (value) => value);
  const panels: readonly Panel[] = session.agent === '' ? OUTSIDE_PANELS : PANELS;
  const panel = panels.includes(chosen) ? chosen : 'actions';
  const Content = CONTENTS[panel];
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a phone the tabs are seen when their side is.
  useEffect(() => {
    const show = () => {
      const tab = document.getElementById(`tab-${panel}`);
      if (tab?.parentElement) scrollWithin(tab.parentElement, tab);
    };
    show();
    addEventListener('resize', show);
    return () => removeEventListener('resize', show);
  }, [panel, side]);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = step && panels[(panels.indexOf(panel) + step + panels.length) % panels.length];
    if (!next) return;
    layout.update({ panel: next });
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <div className="panels">
      <div className="panel-bar">
        <div role="tablist" aria-label="About the browser" onKeyDown={move}>
          {panels.map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`tab-${name}`}
              aria-controls="panel"
              aria-selected={name === panel}
              tabIndex={name === panel ? 0 : -1}
              onClick={() => layout.update({ panel: name, isPanelOpen: true })}
            >
              {NAMES[name]}
            </button>
          ))}
        </div>
        <IconButton
          icon="chevron"
          label={isPanelOpen ? 'Hide the panel' : 'Show the panel'}
          className={isPanelOpen ? 'turned' : 'turned-back'}
          aria-expanded={isPanelOpen}
          onClick={() => layout.update({ isPanelOpen: !isPanelOpen })}
        />
      </div>
      <div className="panel" id="panel" role="tabpanel" aria-labelledby={`tab-${panel}`} hidden={!isPanelOpen}>
        {isPanelOpen && (
          <ErrorBoundary key={panel}>
            <Content session={session} />
          </ErrorBoundary>
        )}
      </div>
    </div>
  );
}
