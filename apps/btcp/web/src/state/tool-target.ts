import type { ToolAnswer } from './api.ts';
import type { SessionState } from './session-state.ts';
import type { Store } from './store.ts';

type Known = Pick<SessionState, 'browserActive' | 'changes' | 'session' | 'control'>;

export interface ToolTarget {
  readonly store: Pick<Store<Known>, 'get' | 'subscribe'>;
  call<Data = unknown>(tool: string, input: object): Promise<ToolAnswer<Data>>;
}
