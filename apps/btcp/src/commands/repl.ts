import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { BtcpError } from '@btcp/protocol';
import type { ToolResult } from '@btcp/tools';
import { findServer } from '../client/find-server.js';
import { remoteCommands } from '../client/server-client.js';
import type { Settings } from '../settings/settings.js';
import { ensureStateDirectory } from '../system/directories.js';
import { complete } from '../verbs/complete.js';
import { FILES_ON_DISK } from '../verbs/files-on-disk.js';
import { runLine, type VerbServer } from '../verbs/run-line.js';
import { splitWords } from '../verbs/split-words.js';

const MAX_HISTORY = 1_000;

export async function run(settings: Settings): Promise<number> {
  const refs = new Set<string>();
  const server = remembering(remoteCommands(await findServer(settings)), refs);
  const file = join(ensureStateDirectory(), 'history');
  const terminal = createInterface({
    input: process.stdin,
    output: process.stdout,
    prompt: 'btcp> ',
    history: readHistory(file),
    historySize: MAX_HISTORY,
    completer: (text: string) => candidates(text, refs),
  });
  terminal.prompt();
  for await (const line of terminal) {
    const text = line.trim();
    if (text === 'exit' || text === 'quit') break;
    if (text !== '') {
      appendFileSync(file, `${text}\n`, { mode: 0o600 });
      await runTyped(text, settings, server);
    }
    terminal.prompt();
  }
  terminal.close();
  return 0;
}

async function runTyped(text: string, { session, json: isJson }: Settings, server: VerbServer): Promise<void> {
  try {
    const words = splitWords(text.replace(/^btcp\s+/, ''));
    const line = { words, folder: process.cwd(), session, isJson, standardInput: async () => '', files: FILES_ON_DISK };
    const { out, err } = await runLine(line, server);
    process.stdout.write(out);
    process.stderr.write(err);
  } catch (thrown) {
    console.error(BtcpError.from(thrown).message);
  }
}

// Keeps the refs of the newest snapshot for the completion.
function remembering(server: VerbServer, refs: Set<string>): VerbServer {
  return {
    ...server,
    async call(session, tool, input, saveAs): Promise<ToolResult> {
      const result = await server.call(session, tool, input, saveAs);
      if (tool === 'browser_snapshot') {
        refs.clear();
        for (const ref of Object.keys((result.data as { refs?: object }).refs ?? {})) refs.add(ref);
      }
      return result;
    },
  };
}

function candidates(text: string, refs: ReadonlySet<string>): [string[], string] {
  const begun = /\S*$/.exec(text)?.[0] ?? '';
  const before = text.slice(0, text.length - begun.length).trim();
  if (begun.startsWith('@')) return [[...refs].filter((ref) => ref.startsWith(begun)), begun];
  return [complete([...before.split(/\s+/).filter(Boolean), begun]), begun];
}

function readHistory(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').trim().split('\n').reverse().slice(0, MAX_HISTORY);
  } catch {
    return [];
  }
}
