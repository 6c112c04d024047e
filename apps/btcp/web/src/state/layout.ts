import { createStore } from './store.ts';

export const PANELS = ['actions', 'console', 'network', 'snapshot', 'files', 'states', 'tools'] as const;
export type Panel = (typeof PANELS)[number];

interface Layout {
  /** Where there is no room for it, the list of agents lies over the rest. */
  isSidebarOpen: boolean;
  /** Where there is room for one only, this one is seen. */
  side: 'conversation' | 'browser';
  panel: Panel;
  isPanelOpen: boolean;
  /** The height of the panel, as a share of its column; null leaves to it what the picture does not need. */
  panelShare: number | null;
  dialog: 'settings' | 'commands' | null;
}

export const layout = createStore<Layout>({
  isSidebarOpen: false,
  side: 'conversation',
  panel: 'actions',
  isPanelOpen: true,
  panelShare: null,
  dialog: null,
});
