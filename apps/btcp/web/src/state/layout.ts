import { useSyncExternalStore } from 'react';
import { createStore } from './store.ts';

export const PANELS = ['actions', 'console', 'network', 'snapshot', 'files', 'states', 'tools'] as const;
export type Panel = (typeof PANELS)[number];

interface Layout {
  isSidebarOpen: boolean;
  side: 'conversation' | 'browser';
  panel: Panel;
  isPanelOpen: boolean;
  // Panel height as a share of its column; null fits the picture.
  panelShare: number | null;
  dialog: 'settings' | 'commands' | 'tokens' | 'fleet' | null;
  agent: string | null;
}

export const layout = createStore<Layout>({
  isSidebarOpen: false,
  side: 'conversation',
  panel: 'actions',
  isPanelOpen: true,
  panelShare: null,
  dialog: null,
  agent: null,
});

// As the style sheets have it.
const narrow = matchMedia('(max-width: 780px)');

function onNarrow(listener: () => void): () => void {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
}

/** Whether the window shows either the conversation or the browser. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(onNarrow, () => narrow.matches);
}
