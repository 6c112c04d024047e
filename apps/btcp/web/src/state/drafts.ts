import { createStore } from './store.ts';

/** What was typed and not sent, by session: it is still there when the person comes back. */
export const drafts = createStore<Record<string, string>>({});
