import type { Viewer } from '@btcp/viewer';
import { useSyncExternalStore } from 'react';
import { createStore, useStore } from './store.ts';

/** The window that shows the browser now, for those who do something with it from outside. */
export const browserWindow = createStore<{ viewer: Viewer | null }>({ viewer: null });

export function takeOver(): void {
  browserWindow.get().viewer?.takeControl();
}

/** Whether the person at this page drives. */
export function useIsDriving(): boolean {
  const viewer = useStore(browserWindow, (value) => value.viewer);
  return useSyncExternalStore(
    (listener) => viewer?.subscribe(listener) ?? (() => {}),
    () => viewer?.getSnapshot().isDriving ?? false,
  );
}
