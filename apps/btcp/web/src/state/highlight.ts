import type { Rectangle } from '@btcp/protocol';
import { createStore } from './store.ts';

/** The part of the page that is pointed at, in its own pixels. */
export const highlight = createStore<{ box: Rectangle | null }>({ box: null });
