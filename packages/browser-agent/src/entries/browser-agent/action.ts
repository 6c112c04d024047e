import type { BrowserAgent } from './browser-agent.js';
import type { ArgumentsOf, Parameter } from './parameters.js';

/** An action as it is described to a model and run for it. */
export interface Action<P extends Record<string, Parameter<unknown>> = Record<string, Parameter<unknown>>> {
  description: string;
  parameters: P;
  returns: string;
  examples: readonly object[];
  run(agent: BrowserAgent, given: ArgumentsOf<P>): Promise<unknown>;
}

export function defineAction<const P extends Record<string, Parameter<unknown>>>(action: Action<P>): Action<P> {
  return action;
}
