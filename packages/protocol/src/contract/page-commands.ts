import { ACTING_COMMANDS } from './acting.js';
import type { Returns } from './definition.js';
import { NAVIGATION_COMMANDS } from './navigating.js';
import type { ArgumentsOf, ParameterSet } from './parameters.js';
import { READING_COMMANDS } from './reading.js';
import { RUNNING_COMMANDS } from './running.js';
import { SEEING_COMMANDS } from './seeing.js';

/** Every command that a page accepts, defined once for pages, engines and models. */
export const PAGE_COMMANDS = {
  ...SEEING_COMMANDS,
  ...ACTING_COMMANDS,
  ...READING_COMMANDS,
  ...RUNNING_COMMANDS,
  ...NAVIGATION_COMMANDS,
};

/** The name of a page command. */
export type PageAction = keyof typeof PAGE_COMMANDS;

/** The parameters of a command. */
export type ParametersOf<Action extends PageAction> = ArgumentsOf<(typeof PAGE_COMMANDS)[Action]['parameters']>;

/** The answer to a command. */
export type AnswerTo<Action extends PageAction> = (typeof PAGE_COMMANDS)[Action] extends {
  reads: infer Fields extends ParameterSet;
}
  ? ArgumentsOf<Fields>
  : (typeof PAGE_COMMANDS)[Action]['returns'] extends Returns<infer Answer>
    ? Answer
    : never;

/** The name of a command that only reads, so that every engine passes it on. */
export type ReadAction = keyof typeof READING_COMMANDS;

/** Returns the known fields of the answer to a reading command, or undefined if a page sent something else. */
export function readAnswer<Action extends ReadAction>(action: Action, data: object): AnswerTo<Action> | undefined {
  const fields: ParameterSet = READING_COMMANDS[action].reads;
  const found = Object.entries(fields)
    .map(([name, field]) => [name, Reflect.get(data, name), field] as const)
    .filter(([, value, field]) => field.required || value !== undefined);
  if (!found.every(([, value, field]) => field.accepts(value))) return undefined;
  return Object.fromEntries(found.map(([name, value]) => [name, value])) as AnswerTo<Action>;
}

/** A command as it is sent: the action and its parameters in one object. */
export type PageCommand<Action extends PageAction = PageAction> = {
  [Each in Action]: { action: Each } & ParametersOf<Each>;
}[Action];
