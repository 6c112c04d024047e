import { BtcpError } from '@btcp/protocol';
import { z } from 'zod';

export type Arguments = Record<string, unknown>;

export interface Conversion {
  schema: z.ZodType;
  convert(value: never, given: Arguments): Arguments;
}

/** A call of another server's tool as a call of ours. */
export interface Translation {
  /** The tools of ours that take the call, the usual one first. */
  tools: readonly [string, ...string[]];
  /** Parameters by their names in the other server: our argument, or a conversion. */
  takes: Readonly<Record<string, string | Conversion>>;
  fixed: Arguments;
  note?: string;
  choose?(given: Arguments): string;
}

/** What a tool of another server is here: a call of ours, something other than a call, or not meant to be. */
export type PeerAnswer = Translation | { instead: string } | { not: string };

/** Every tool of another server, and the ones it lists without flags. */
export interface PeerTable {
  answers: Readonly<Record<string, PeerAnswer>>;
  listed: readonly string[];
}

type Takes = Translation['takes'];

export function to(tool: string, takes: Takes = {}, fixed: Arguments = {}, note?: string): Translation {
  return { tools: [tool], takes, fixed, ...(note === undefined ? {} : { note }) };
}

/** The peers name the parts of a cookie as we do. */
export const setCookie = to(
  'browser_cookies',
  Object.fromEntries(
    ['name', 'value', 'domain', 'path', 'expires', 'httpOnly', 'secure', 'sameSite'].map((part) => [part, part]),
  ),
  { action: 'set' },
);

export function oneOf(
  tools: Translation['tools'],
  choose: (given: Arguments) => string,
  { takes = {}, note }: { takes?: Takes; note?: string } = {},
): Translation {
  return { tools, takes, fixed: {}, choose, ...(note === undefined ? {} : { note }) };
}

export function instead(text: string): PeerAnswer {
  return { instead: text };
}

export function not(reason: string): PeerAnswer {
  return { not: reason };
}

/** Accepted for the sake of the caller, without an effect here. */
export function without(schema: z.ZodType): Conversion {
  return { schema: schema.optional(), convert: () => ({}) };
}

export function flag(args: Arguments): Conversion {
  return { schema: z.boolean().optional(), convert: (value: boolean) => (value ? args : {}) };
}

export function convert<Schema extends z.ZodType>(
  schema: Schema,
  change: (value: z.output<Schema>, given: Arguments) => Arguments,
): Conversion {
  return { schema, convert: change };
}

export function byRole(role: unknown, name: unknown): string {
  return name === undefined ? `role=${role}` : `role=${role}[name=${JSON.stringify(name)}]`;
}

/** Rejects what our tool has no argument for, and names what does the same. */
export function untranslated(tool: string, what: string, hint: string): BtcpError {
  return new BtcpError('invalid_input', `${tool} of BTCP has nothing for ${what}.`, { hint });
}
