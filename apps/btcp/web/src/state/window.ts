import type { Viewer } from '@btcp/viewer';
import { useSyncExternalStore } from 'react';
import { createStore, useStore } from './store.ts';

export const browserWindow = createStore<{ viewer: Viewer | null }>({ viewer: null });

export function takeOver(): void {
  browserWindow.get().viewer?.takeControl();
}

export function useIsDriving(): boolean {
  const viewer = useStore(browserWindow, (value) => value.viewer);
  return useSyncExternalStore(
    (listener) => viewer?.subscribe(listener) ?? (() => {}),
    () => viewer?.getSnapshot().isDriving ?? false,
  );
}
