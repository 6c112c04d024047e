import { api } from './api.ts';
import { NOTHING_KNOWN, type SessionState } from './session-state.ts';
import { createStore, type Store } from './store.ts';
import type { ToolTarget } from './tool-target.ts';

export interface OpenPage extends ToolTarget {
  readonly store: Store<SessionState>;
  know(canBeRead: boolean): void;
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
