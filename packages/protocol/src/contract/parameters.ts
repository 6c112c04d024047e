import { BtcpError } from '../errors/btcp-error.js';
import type { Choice, UploadFile } from '../page/answers.js';

export interface Parameter<T> {
  type: string;
  description: string;
  required: boolean;
  accepts(value: unknown): value is T;
}

export type ParameterSet = Record<string, Parameter<unknown>>;
type ValueOf<P> = P extends Parameter<infer T> ? T : never;
type RequiredKeys<P extends ParameterSet> = { [K in keyof P]: P[K]['required'] extends true ? K : never }[keyof P];

export type ArgumentsOf<P extends ParameterSet> = { [K in RequiredKeys<P>]: ValueOf<P[K]> } & {
  [K in Exclude<keyof P, RequiredKeys<P>>]?: ValueOf<P[K]> | undefined;
};

// Lets bundlers leave out the commands that a page script does not name.
/* @__NO_SIDE_EFFECTS__ */
export function text(description: string): Parameter<string> & { required: false } {
  return { type: 'string', description, required: false, accepts: (value) => typeof value === 'string' };
}

/* @__NO_SIDE_EFFECTS__ */
export function textOrNull(description: string): Parameter<string | null> & { required: false } {
  const accepts = (value: unknown) => value === null || typeof value === 'string';
  return { type: 'string | null', description, required: false, accepts };
}

/* @__NO_SIDE_EFFECTS__ */
export function number(description: string): Parameter<number> & { required: false } {
  return {
    type: 'number',
    description,
    required: false,
    accepts: (value): value is number => typeof value === 'number' && Number.isFinite(value),
  };
}

/* @__NO_SIDE_EFFECTS__ */
export function flag(description: string): Parameter<boolean> & { required: false } {
  return { type: 'boolean', description, required: false, accepts: (value) => typeof value === 'boolean' };
}

/* @__NO_SIDE_EFFECTS__ */
export function oneOf<const Value extends string>(
  values: readonly Value[],
  description: string,
): Parameter<Value> & { required: false } {
  const accepts = (value: unknown): value is Value => values.some((each) => each === value);
  return { type: values.map((value) => `"${value}"`).join(' | '), description, required: false, accepts };
}

/* @__NO_SIDE_EFFECTS__ */
export function texts(description: string): Parameter<string[]> & { required: false } {
  const accepts = (value: unknown): value is string[] =>
    Array.isArray(value) && value.every((item) => typeof item === 'string');
  return { type: 'string[]', description, required: false, accepts };
}

export function listOf<const Value extends string>(
  values: readonly Value[],
  description: string,
): Parameter<Value[]> & { required: false } {
  const one = oneOf(values, description);
  const accepts = (list: unknown): list is Value[] => Array.isArray(list) && list.every((value) => one.accepts(value));
  return { ...one, type: `(${one.type})[]`, accepts };
}

export function choices(description: string): Parameter<Choice | Choice[]> & { required: false } {
  const isChoice = (value: unknown): value is Choice =>
    typeof value === 'string' || typeof value === 'number' || (typeof value === 'object' && value !== null);
  const accepts = (value: unknown): value is Choice | Choice[] =>
    Array.isArray(value) ? value.every(isChoice) : isChoice(value);
  return {
    type: 'string | number | { value?, label?, index? }, or a list of them',
    description,
    required: false,
    accepts,
  };
}

export function files(description: string): Parameter<UploadFile[]> & { required: false } {
  const isFile = (value: unknown): value is UploadFile =>
    typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string';
  const accepts = (value: unknown): value is UploadFile[] => Array.isArray(value) && value.every(isFile);
  return { type: '{ name, mimeType?, text?, base64? }[]', description, required: false, accepts };
}

/* @__NO_SIDE_EFFECTS__ */
export function required<T>(parameter: Parameter<T>): Parameter<T> & { required: true } {
  return { ...parameter, required: true };
}

/** Checks the arguments of a call against its parameters; errors say what was expected. */
export function checkArguments<P extends ParameterSet>(
  action: string,
  parameters: P,
  given: Record<string, unknown>,
): ArgumentsOf<P> {
  const known = Object.keys(parameters).join(', ') || 'none';
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(parameters, name)) continue;
    throw new BtcpError('invalid_input', `${action} has no argument "${name}".`, {
      hint: `Its arguments are: ${known}.`,
    });
  }
  for (const [name, parameter] of Object.entries(parameters)) {
    const value = given[name];
    if (value === undefined ? !parameter.required : parameter.accepts(value)) continue;
    const problem = value === undefined ? 'is missing' : `must be ${parameter.type}, not ${JSON.stringify(value)}`;
    throw new BtcpError('invalid_input', `The argument "${name}" of ${action} ${problem}.`, {
      hint: `${name}: ${parameter.description}`,
    });
  }
  return given as ArgumentsOf<P>;
}
