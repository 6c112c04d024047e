import type { ListedSession } from '../../../src/contract/types.ts';
import { createStore } from './store.ts';

/** The session that is being shared, while the dialog is open. */
export const sharing = createStore<{ session: ListedSession | null }>({ session: null });
