import type { Rectangle } from '@btcp/protocol';
import { createStore } from './store.ts';

/** In CSS pixels of the page. */
export const highlight = createStore<{ box: Rectangle | null }>({ box: null });
