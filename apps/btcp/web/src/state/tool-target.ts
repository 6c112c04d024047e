import type { ToolAnswer } from './api.ts';
import type { SessionState } from './session-state.ts';
import type { Store } from './store.ts';

type Known = Pick<SessionState, 'browserActive' | 'changes' | 'session' | 'control'>;

/** Something that tools can be called on: a session or a connected page. */
export interface ToolTarget {
  readonly store: Pick<Store<Known>, 'get' | 'subscribe'>;
  call<Data = unknown>(tool: string, input: object): Promise<ToolAnswer<Data>>;
}
