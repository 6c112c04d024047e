import { BtcpError } from '@btcp/protocol';
import type { ToolResult } from '@btcp/tools';
import { usageError } from '../settings/settings.js';
import { sessionOfFolder } from '../system/session-of-folder.js';
import type { CommandReply } from '../wire/command-request.js';
import { printError, printResult } from './print.js';
import type { VerbContext } from './run-verb.js';

export interface VerbServer {
  /** The text of the result names `saveAs`, where the command saves the file that the server keeps. */
  call(session: string, tool: string, input: unknown, saveAs?: string): Promise<ToolResult>;
  readKept(session: string, file: string): Promise<Uint8Array>;
}

/** Where a command reads and writes files: on the disk of its caller. */
export interface CommandFiles {
  read(word: string, path: string): Promise<string>;
  write(path: string, content: Uint8Array): Promise<void>;
}

export interface Line {
  words: readonly string[];
  folder: string;
  session?: string | undefined;
  isJson?: boolean | undefined;
  isQuiet?: boolean | undefined;
  hasColours?: boolean | undefined;
  standardInput(): Promise<string>;
  files: CommandFiles;
}

export async function runLine(line: Line, server: VerbServer): Promise<CommandReply> {
  let isJson = line.isJson ?? false;
  const { hasColours = false } = line;
  try {
    const { words, session, ...flags } = takeFlags(line.words);
    isJson ||= flags.isJson;
    const id = session ?? line.session ?? sessionOfFolder(line.folder);
    const context: VerbContext = {
      folder: line.folder,
      call: (tool, input, saveAs) => server.call(id, tool, input, saveAs),
      readKept: (file) => server.readKept(id, file),
      standardInput: line.standardInput,
      files: line.files,
    };
    const result = words[0] === 'call' ? await callByName(words.slice(1), context) : await runVerbLate(words, context);
    return printResult(result, { isJson, isQuiet: flags.isQuiet || (line.isQuiet ?? false), hasColours });
  } catch (thrown) {
    return printError(BtcpError.from(thrown), { isJson, hasColours });
  }
}

// Loaded late: a call by the name of a tool needs no catalogue.
async function runVerbLate(words: readonly string[], context: VerbContext): Promise<ToolResult> {
  return (await import('./run-verb.js')).runVerb(words, context);
}

async function callByName([name, input = '{}', ...rest]: string[], context: VerbContext): Promise<ToolResult> {
  if (name === undefined)
    throw usageError('No tool was named.', 'For example: btcp call browser_navigate \'{"url":"example.com"}\'');
  if (rest.length > 0) throw usageError(`btcp call takes no "${rest.join(' ')}".`, "It is btcp call NAME ['JSON'].");
  const text = input === '-' ? await context.standardInput() : input;
  return context.call(name, readObject(text, name));
}

function readObject(text: string, tool: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Reported below.
  }
  throw usageError(`Arguments must be a JSON object: ${text}`, `btcp call ${tool} --help lists the arguments.`);
}

interface Flags {
  words: string[];
  session?: string;
  isJson: boolean;
  isQuiet: boolean;
}

function takeFlags(line: readonly string[]): Flags {
  const taken: Flags = { words: [], isJson: false, isQuiet: false };
  for (let index = 0; index < line.length; index++) {
    const word = line[index] ?? '';
    if (word === '--') return { ...taken, words: [...taken.words, ...line.slice(index)] };
    if (word === '--json') taken.isJson = true;
    else if (word === '--quiet' || word === '-q') taken.isQuiet = true;
    else if (word.startsWith('--session=')) taken.session = word.slice('--session='.length);
    else if (word === '--session') {
      const value = line[++index];
      if (value === undefined) throw usageError('--session needs a value.', 'For example: --session shop');
      taken.session = value;
    } else taken.words.push(word);
  }
  return taken;
}
