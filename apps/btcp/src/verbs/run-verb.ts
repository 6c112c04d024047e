import { resolve } from 'node:path';
import { didYouMean } from '@btcp/protocol';
import { type BtcpError, callableTools, describeTool, type Tool, type ToolResult } from '@btcp/tools';
import { usageError } from '../settings/settings.js';
import { namesFile } from '../wire/command-request.js';
import { verbsOf } from './all-verbs.js';
import { ELSEWHERE } from './elsewhere.js';
import { readFindAndAct } from './find-and-act.js';
import type { CommandFiles } from './run-line.js';
import { saveResult } from './save-result.js';
import type { Verb } from './verb.js';
import { type ArgumentType, readVerbInput, type VerbInput } from './verb-input.js';
import { usageOf } from './verb-usage.js';

export interface VerbContext {
  folder: string;
  call(tool: string, input: unknown, saveAs?: string): Promise<ToolResult>;
  readKept(file: string): Promise<Uint8Array>;
  standardInput(): Promise<string>;
  files: CommandFiles;
}

interface Schema {
  properties?: Record<string, ArgumentType>;
  required?: readonly string[];
}

const tools = [...callableTools({}).values()];
const schemas = new Map(tools.map((tool) => [tool.name, describeTool(tool).inputSchema as Schema]));

export const VERBS: readonly Verb[] = verbsOf(
  tools
    .filter(({ aliasOf }) => aliasOf === undefined)
    .map(({ name }) => ({ name, required: schemas.get(name)?.required ?? [] })),
);

export function findVerb(line: readonly string[]): { verb: Verb; rest: string[] } | undefined {
  for (const length of [3, 2, 1]) {
    const name = line.slice(0, length).join(' ');
    const verb = VERBS.find((each) => each.name === name || each.aliases?.includes(name));
    if (verb && line.length >= length) return { verb, rest: line.slice(length) };
  }
  return undefined;
}

export function toolOf(verb: Verb): Tool {
  return tools.find(({ name }) => name === verb.tool) as Tool;
}

export function typesOf(verb: Verb): Record<string, ArgumentType> {
  return schemas.get(verb.tool)?.properties ?? {};
}

export interface ReadLine extends VerbInput {
  verb: Verb;
}

/** Reads a command line that begins with a verb, and throws where its tool would not take it. */
export function readLine(line: readonly string[]): ReadLine {
  const found = findVerb(line);
  if (!found) throw unknownVerb(line);
  const { verb, rest } = found;
  return { verb, ...readVerbInput(verb, typesOf(verb), rest, { usage: usageOf(verb), next: wordsAfter(verb.name) }) };
}

export async function runVerb(line: readonly string[], context: VerbContext): Promise<ToolResult> {
  const twoSteps = readFindAndAct(line);
  if (twoSteps) return twoSteps({ context, run: (next) => runVerb(next, context) });
  const words = await Promise.all(line.map((word) => contentOf(word, context)));
  const { verb, input, file } = readLine(words);
  for (const name of verb.paths ?? []) input[name] = resolved(input[name], context.folder);
  for (const [path, text] of Object.entries(verb.sends ?? {})) {
    input[text] = await readText(String(input[path]), String(input[path]), context);
  }
  if (verb.ofPage !== undefined) input[verb.ofPage] ??= await originOfPage(context);
  if (file === undefined) return context.call(verb.tool, input);
  const path = resolve(context.folder, file);
  return saveResult(verb, await context.call(verb.tool, input, path), path, context);
}

function resolved(value: unknown, folder: string): unknown {
  if (Array.isArray(value)) return value.map((path) => resolved(path, folder));
  return typeof value === 'string' ? resolve(folder, value) : value;
}

async function originOfPage(context: VerbContext): Promise<string> {
  const { page } = await context.call('browser_tabs', { action: 'list' });
  if (page && /^https?:/.test(page.url)) return new URL(page.url).origin;
  throw usageError('No site is open.', 'Open one first, or name it: --origin https://example.com');
}

// `-` is standard input, and `@notes.txt` a file; `@e3` is a ref.
async function contentOf(word: string, context: VerbContext): Promise<string> {
  if (word === '-') return (await context.standardInput()).replace(/\n$/, '');
  if (!namesFile(word)) return word;
  return readText(word, resolve(context.folder, word.slice(1)), context);
}

function readText(word: string, path: string, { files }: VerbContext): Promise<string> {
  return files.read(word, path).catch((cause) => {
    throw usageError(`${path} cannot be read: ${cause.message}.`, 'A word such as @notes.txt names a file.');
  });
}

export function unknownVerb(line: readonly string[], otherCommands: readonly string[] = []): BtcpError {
  const [word = ''] = line;
  const elsewhere = ELSEWHERE.get(line.slice(0, 2).join(' ')) ?? ELSEWHERE.get(word);
  if (elsewhere !== undefined) return usageError(`There is no command "${word}".`, elsewhere);
  const seconds = wordsAfter(word);
  if (seconds.length > 0) return unknownSecondWord(word, line[1], seconds);
  const names = [...otherCommands, ...VERBS.flatMap(({ name, aliases = [] }) => [name, ...aliases].map(firstWord))];
  const ofTool = verbOfTool(word);
  const meant = ofTool ? `Did you mean btcp ${ofTool.name}? ` : didYouMean(word, new Set(names), 'btcp ');
  return usageError(`There is no command "${word}".`, `${meant}btcp help lists them.`);
}

function unknownSecondWord(word: string, second: string | undefined, seconds: readonly string[]): BtcpError {
  const all = `One of: ${seconds.map((each) => `btcp ${word} ${each}`).join(', ')}.`;
  if (second === undefined || second.startsWith('-')) return usageError(`btcp ${word} needs another word.`, all);
  const meant = didYouMean(second, seconds, `btcp ${word} `);
  return usageError(`There is no command "${word} ${second}".`, `${meant}${all}`);
}

// What follows `network` in `network route` and `network har start`.
function wordsAfter(name: string): string[] {
  const longer = VERBS.filter((each) => each.name.startsWith(`${name} `));
  return longer.map((each) => each.name.slice(name.length + 1));
}

// `evaluate` and `browser_evaluate` are typed for `eval`.
function verbOfTool(word: string): Verb | undefined {
  const tool = `browser_${word.replace(/^browser_/, '').replaceAll('-', '_')}`;
  return VERBS.find((verb) => verb.tool === tool);
}

function firstWord(name: string): string {
  return name.split(' ')[0] ?? '';
}
