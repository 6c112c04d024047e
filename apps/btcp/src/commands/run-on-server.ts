import { text } from 'node:stream/consumers';
import { findServer } from '../client/find-server.js';
import { remoteCommands } from '../client/server-client.js';
import type { Settings } from '../settings/settings.js';
import { FILES_ON_DISK } from '../verbs/files-on-disk.js';
import { runLine } from '../verbs/run-line.js';
import { hasColours } from '../wire/colours.js';

/** Runs a line on the server that the settings name, and writes what came of it. */
export async function runOnServer(settings: Settings, words: string[]): Promise<number> {
  const { session, json: isJson, quiet: isQuiet } = settings;
  const server = remoteCommands(await findServer(settings));
  const standardInput = () => text(process.stdin);
  const place = { folder: process.cwd(), files: FILES_ON_DISK, standardInput };
  const line = { words, session, isJson, isQuiet, hasColours: hasColours(process), ...place };
  const { out, err, code } = await runLine(line, server);
  process.stdout.write(out);
  process.stderr.write(err);
  return code;
}
