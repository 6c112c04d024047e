import { api } from './api.ts';
import { NOTHING_KNOWN, type SessionState } from './session-state.ts';
import { createStore, type Store } from './store.ts';
import type { ToolTarget } from './tool-target.ts';

/** A connected page that is looked at. */
export interface OpenPage extends ToolTarget {
  readonly store: Store<SessionState>;
  /** Whether it can be read, as the list of pages tells it. */
  know(canBeRead: boolean): void;
  /** Something was called, so that what was read of it is old. */
  markChanged(): void;
}

export function openPage(id: string): OpenPage {
  const store = createStore<SessionState>(NOTHING_KNOWN);
  return {
    store,
    call: (tool, input) => api.callOnPage(id, tool, input),
    know(canBeRead) {
      if (store.get().browserActive !== canBeRead) store.update({ browserActive: canBeRead });
    },
    markChanged: () => store.update({ changes: store.get().changes + 1 }),
  };
}
