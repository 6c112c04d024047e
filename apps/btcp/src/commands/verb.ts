import { takeSettings } from '../settings/settings.js';
import { findVerb, unknownVerb } from '../verbs/run-verb.js';
import { generalFlags, verbHelp } from '../verbs/verb-help.js';
import { fitted } from '../verbs/wrap.js';
import { runOnServer } from './run-on-server.js';

export async function run(line: string[], otherCommands: readonly string[]): Promise<number> {
  const found = findVerb(line);
  const { settings, words } = takeSettings(generalFlags(found?.verb), line);
  if (!found) throw unknownVerb(words, otherCommands);
  if (words.some((word) => word === '--help' || word === '-h')) {
    console.log(fitted(verbHelp(found.verb)));
    return 0;
  }
  return runOnServer(settings, words);
}
