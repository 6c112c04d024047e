import { createStore } from './store.ts';

export const drafts = createStore<Record<string, string>>({});
