import { text } from 'node:stream/consumers';
import { findServer } from '../client/find-server.js';
import { remoteCommands } from '../client/server-client.js';
import { type SettingName, type Settings, takeSettings } from '../settings/settings.js';
import { runLine } from '../verbs/run-line.js';
import { findVerb, unknownVerb } from '../verbs/run-verb.js';
import { verbHelp } from '../verbs/verb-help.js';

const SETTINGS = ['session', 'url', 'token', 'linger', 'json', 'quiet'] as const satisfies SettingName[];

/** Runs a verb on a server that may be elsewhere, or that is started for it. */
export async function run(line: string[], otherCommands: readonly string[]): Promise<number> {
  const { settings, words } = takeSettings(SETTINGS, line);
  const found = findVerb(words);
  if (!found) throw unknownVerb(words[0] ?? '', otherCommands);
  if (words.some((word) => word === '--help' || word === '-h')) {
    console.log(verbHelp(found.verb));
    return 0;
  }
  return runOnServer(settings, words);
}

/** Runs a line on the server that the settings name, and writes what came of it. */
export async function runOnServer(settings: Settings, words: string[]): Promise<number> {
  const { session, json: isJson, quiet: isQuiet } = settings;
  const server = remoteCommands(await findServer(settings));
  const line = { words, folder: process.cwd(), session, isJson, isQuiet };
  const { out, err, code } = await runLine({ ...line, standardInput: () => text(process.stdin) }, server);
  process.stdout.write(out);
  process.stderr.write(err);
  return code;
}
