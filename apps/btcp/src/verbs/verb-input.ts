import { type BtcpError, didYouMean } from '@btcp/protocol';
import { usageError } from '../settings/settings.js';
import type { Verb } from './verb.js';

export interface ArgumentType {
  type?: string | readonly string[];
  enum?: readonly string[];
  items?: ArgumentType;
}

type Types = Readonly<Record<string, ArgumentType>>;

/** What a verb was called with: the arguments of its tool, and its words that are no arguments. */
export interface VerbInput {
  input: Record<string, unknown>;
  file?: string;
}

const YES = ['on', 'true', 'yes', '1'];
const NO = ['off', 'false', 'no', '0'];

interface VerbHints {
  usage: string;
  // Words after the verb that make it another one.
  next: readonly string[];
}

/** Reads the words and flags of a command line as the input of a tool. The hints are shown with errors. */
export function readVerbInput(verb: Verb, types: Types, line: readonly string[], hints: VerbHints): VerbInput {
  const { usage } = hints;
  const flags = flagsOf(verb, types);
  const { words, flags: given } = separate(line, flags, types, usage);
  const input: Record<string, unknown> = { ...verb.given };
  for (const [name, values] of given) {
    const last = values.at(-1);
    if (verb.switches?.[name]) Object.assign(input, verb.switches[name]);
    else input[name] = typeof last === 'boolean' ? last : toType(`--${kebab(name)}`, values.map(String), types[name]);
  }
  const { file } = readWords(verb, types, words, input, hints);
  for (const [name, more] of Object.entries(verb.implied ?? {})) {
    if (input[name] !== undefined) Object.assign(input, more);
  }
  return { input: { ...verb.standard, ...input }, ...(file === undefined ? {} : { file }) };
}

export function flagsOf(verb: Verb, types: Types): Map<string, string> {
  const own = Object.keys(types)
    .filter((name) => !Object.hasOwn(verb.given ?? {}, name))
    .map((name): [string, string] => [kebab(name), name]);
  const switches = Object.keys(verb.switches ?? {}).map((name): [string, string] => [name, name]);
  return new Map([...own, ...Object.entries(verb.flags ?? {}), ...switches]);
}

function readWords(
  verb: Verb,
  types: Types,
  positionals: string[],
  input: Record<string, unknown>,
  { usage, next }: VerbHints,
): { file?: string } {
  const rest = [...positionals];
  let file: string | undefined;
  for (const word of verb.words) {
    const name = word.replace(/(?:\.{3})?\??$/, '');
    const isList = word.includes('...');
    const taken = isList ? rest.splice(0) : rest.splice(0, 1);
    const [first] = taken;
    if (first === undefined) {
      if (word.endsWith('?') || input[name] !== undefined) continue;
      throw usageError(`btcp ${verb.name} needs ${name}.`, `It is ${usage}.`);
    }
    if (name === verb.savesTo) file = first;
    else if (name === 'for') Object.assign(input, waitingFor(first));
    else input[name] = toType(name, isList ? taken : first, types[name]);
  }
  if (rest.length === 0) return file === undefined ? {} : { file };
  const meant = didYouMean(rest[0] ?? '', next, `btcp ${verb.name} `);
  throw usageError(
    `btcp ${verb.name} takes no "${rest.join(' ')}".`,
    `${meant}It is ${usage}. Put quotes around a text.`,
  );
}

// `wait 500` is a time, `wait "#done"` an element.
function waitingFor(word: string): Record<string, unknown> {
  return /^\d+(?:\.\d+)?(?:ms|s|m)?$/.test(word) ? { time: time(word) } : { selector: word };
}

function toType(name: string, given: string | readonly string[], expected: ArgumentType = {}): unknown {
  if (expected.type === 'array') return [given].flat().flatMap((text) => parts(text, expected.items));
  const text = [given].flat().at(-1) ?? '';
  if (expected.type === 'boolean') {
    if (YES.includes(text)) return true;
    if (NO.includes(text)) return false;
    throw usageError(`${name} is "${text}".`, 'Give on or off.');
  }
  if (expected.type === 'number' || expected.type === 'integer') {
    const value = Number(text);
    if (text.trim() !== '' && Number.isFinite(value)) return value;
    throw usageError(`${name} is "${text}".`, 'Give a number.');
  }
  if (expected.type === 'object') return object(name, text);
  return Array.isArray(expected.type) ? time(text) : text;
}

function object(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw usageError(`${name} is not JSON: ${text}`, `Such as '{"name": "value"}'.`);
  }
}

// Only choices can be distinguished by commas: a text may contain one.
function parts(text: string, items: ArgumentType | undefined): unknown[] {
  if (items?.enum) return text.split(',').map((part) => part.trim());
  // One object per word, or all of them as one JSON list.
  return items?.type === 'object' ? [object('The text', text)].flat() : [text];
}

function time(text: string): number | string {
  return /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}

interface Line {
  words: string[];
  flags: Map<string, (string | boolean)[]>;
}

// Separates words from flags. A flag takes the next word as its value unless its argument is yes or no.
function separate(line: readonly string[], known: Map<string, string>, types: Types, usage: string): Line {
  const found: Line = { words: [], flags: new Map() };
  const add = (name: string, value: string | boolean) =>
    found.flags.set(name, [...(found.flags.get(name) ?? []), value]);
  for (let index = 0; index < line.length; index++) {
    const word = line[index] ?? '';
    if (word === '--') return { ...found, words: [...found.words, ...line.slice(index + 1)] };
    // `-` is standard input, and `-5` a number.
    if (!word.startsWith('-') || /^-(?:$|\d)/.test(word)) {
      found.words.push(word);
      continue;
    }
    const [, spelled = '', value] = /^--?([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
    const isNegative = spelled.startsWith('no-') && !known.has(spelled);
    const flag = isNegative ? spelled.slice('no-'.length) : spelled;
    const name = known.get(flag);
    if (name === undefined || word.startsWith('--') === (flag.length === 1)) throw unknownFlag(word, known, usage);
    const isSwitch = types[name] === undefined || types[name].type === 'boolean';
    if (isNegative && !isSwitch) throw unknownFlag(word, known, usage);
    if (isSwitch) add(name, value === undefined ? !isNegative : value);
    else add(name, value ?? valueAfter(line, ++index, word, usage));
  }
  return found;
}

function valueAfter(line: readonly string[], index: number, flag: string, usage: string): string {
  const value = line[index];
  if (value !== undefined) return value;
  throw usageError(`${flag} needs a value.`, `It is ${usage}.`);
}

function unknownFlag(flag: string, known: Map<string, string>, usage: string): BtcpError {
  const names = [...known.keys()].map((name) => (name.length === 1 ? `-${name}` : `--${name}`));
  return usageError(`There is no flag ${flag}.`, `${didYouMean(flag, names)}It is ${usage}.`);
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
