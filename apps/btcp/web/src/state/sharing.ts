import type { ListedSession } from '../../../src/contract/types.ts';
import { createStore } from './store.ts';

export const sharing = createStore<{ session: ListedSession | null }>({ session: null });
