import { resolve } from 'node:path';
import { didYouMean } from '@btcp/protocol';
import { BtcpError, callableTools, describeTool, type Tool, type ToolResult } from '@btcp/tools';
import { usageError } from '../settings/settings.js';
import { namesFile } from '../wire/command-request.js';
import { readFindAndAct } from './find-and-act.js';
import type { CommandFiles } from './run-line.js';
import { type Verb, verbsOf } from './verb.js';
import { type ArgumentType, readVerbInput, type VerbInput } from './verb-input.js';
import { usageOf } from './verb-usage.js';

/** The server that runs the tools, and the place where the command was given. */
export interface VerbContext {
  folder: string;
  call(tool: string, input: unknown): Promise<ToolResult>;
  /** Reads a file that a result has named. */
  readKept(file: string): Promise<Uint8Array>;
  /** What was given on standard input. */
  standardInput(): Promise<string>;
  files: CommandFiles;
}

interface Schema {
  properties?: Record<string, ArgumentType>;
  required?: readonly string[];
}

const tools = [...callableTools({}).values()];
const schemas = new Map(tools.map((tool) => [tool.name, describeTool(tool).inputSchema as Schema]));

/** Every verb, in the order of the help. */
export const VERBS: readonly Verb[] = verbsOf(
  tools
    .filter(({ aliasOf }) => aliasOf === undefined)
    .map(({ name }) => ({ name, required: schemas.get(name)?.required ?? [] })),
);

/** Finds the verb that a command line begins with, and the rest of the line. */
export function findVerb(line: readonly string[]): { verb: Verb; rest: string[] } | undefined {
  for (const length of [2, 1]) {
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

/** A command line as the call of a tool. */
export interface ReadLine extends VerbInput {
  verb: Verb;
}

/** Reads a command line that begins with a verb, and throws where its tool would not take it. */
export function readLine(line: readonly string[]): ReadLine {
  const found = findVerb(line);
  if (!found) throw unknownVerb(line[0] ?? '');
  const { verb, rest } = found;
  return { verb, ...readVerbInput(verb, typesOf(verb), rest, usageOf(verb)) };
}

/** Runs a command line that begins with a verb. */
export async function runVerb(line: readonly string[], context: VerbContext): Promise<ToolResult> {
  const twoSteps = readFindAndAct(line);
  if (twoSteps) return twoSteps({ context, run: (next) => runVerb(next, context) });
  const words = await Promise.all(line.map((word) => contentOf(word, context)));
  const { verb, input, file } = readLine(words);
  const result = await context.call(verb.tool, input);
  return file === undefined ? result : saved(result, file, context);
}

/** `-` is standard input, and `@notes.txt` a file; `@e3` is a ref. */
async function contentOf(word: string, context: VerbContext): Promise<string> {
  if (word === '-') return (await context.standardInput()).replace(/\n$/, '');
  if (!namesFile(word)) return word;
  const path = resolve(context.folder, word.slice(1));
  return context.files.read(word, path).catch((cause) => {
    throw usageError(`${path} cannot be read: ${cause.message}.`, 'A word such as @notes.txt names a file.');
  });
}

async function saved(result: ToolResult, file: string, context: VerbContext): Promise<ToolResult> {
  const path = resolve(context.folder, file);
  const kept = (result.data as { file: string | null }).file;
  if (kept === null) {
    throw new BtcpError('unsupported', 'The server keeps no files.', { hint: 'Start it with --output-dir.' });
  }
  await context.files.write(path, await context.readKept(kept)).catch((cause) => {
    throw new BtcpError('not_found', `${path} cannot be written: ${cause.message}.`, {
      hint: 'Name a file in a folder that exists.',
      cause,
    });
  });
  return { ...result, data: { ...(result.data as object), file: path }, text: path };
}

export function unknownVerb(word: string, otherCommands: readonly string[] = []): BtcpError {
  const names = [...VERBS.map(({ name }) => name), ...otherCommands];
  return usageError(`There is no command "${word}".`, `${didYouMean(word, names)}btcp help lists them.`);
}
