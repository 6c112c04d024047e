import type { Viewer } from '@btcp/viewer';
import { createStore } from './store.ts';

/** The window that shows the browser now, for those who do something with it from outside. */
export const browserWindow = createStore<{ viewer: Viewer | null }>({ viewer: null });

export function takeOver(): void {
  browserWindow.get().viewer?.takeControl();
}
