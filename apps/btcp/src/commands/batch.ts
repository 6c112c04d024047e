import { createInterface } from 'node:readline';
import { BtcpError } from '@btcp/protocol';
import { findServer } from '../client/find-server.js';
import { remoteCommands } from '../client/server-client.js';
import { type Settings, usageError } from '../settings/settings.js';
import { FILES_ON_DISK } from '../verbs/files-on-disk.js';
import { printError } from '../verbs/print.js';
import { runLine } from '../verbs/run-line.js';
import { splitWords } from '../verbs/split-words.js';

export async function run(settings: Settings): Promise<number> {
  const server = remoteCommands(await findServer(settings));
  const { session, json: isJson = false, quiet: isQuiet } = settings;
  let worst = 0;
  for await (const line of createInterface({ input: process.stdin })) {
    for (const words of readCommands(line, isJson)) {
      const standardInput = () =>
        Promise.reject(usageError('A command in a batch has no standard input.', 'Use @FILE.'));
      const given = { words, folder: process.cwd(), session, isJson, isQuiet, standardInput, files: FILES_ON_DISK };
      const { out, err, code } = Array.isArray(words) ? await runLine({ ...given, words }, server) : words;
      process.stdout.write(out);
      process.stderr.write(err);
      worst = Math.max(worst, code);
      if (code !== 0 && settings.bail) return code;
    }
  }
  return worst;
}

// A line is a command, an array of its words, or an array of such arrays; an error is printed in its place.
function readCommands(line: string, isJson: boolean): (string[] | ReturnType<typeof printError>)[] {
  const text = line.trim();
  if (text === '' || text.startsWith('#')) return [];
  try {
    const words: unknown = text.startsWith('[') ? JSON.parse(text) : splitWords(text.replace(/^btcp\s+/, ''));
    const commands = Array.isArray(words) && words.every(Array.isArray) ? words : [words];
    if (commands.every(isWords)) return commands;
  } catch (thrown) {
    return [printError(BtcpError.from(thrown), { isJson })];
  }
  const hint = 'Give a command, or a JSON array of its words: ["click", "@e3"].';
  return [printError(usageError(`Not a command: ${text}`, hint), { isJson })];
}

function isWords(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string');
}
