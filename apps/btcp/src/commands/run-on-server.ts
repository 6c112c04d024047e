import { text } from 'node:stream/consumers';
import { findServer } from '../client/find-server.js';
import { remoteCommands, type ServerAddress } from '../client/server-client.js';
import type { Settings } from '../settings/settings.js';
import { readServerState } from '../system/state-file.js';
import { FILES_ON_DISK } from '../verbs/files-on-disk.js';
import { runLine } from '../verbs/run-line.js';
import { askSocket } from '../wire/ask-socket.js';
import { hasColours } from '../wire/colours.js';
import type { CommandReply } from '../wire/command-request.js';
import { startProgress } from '../wire/progress.js';

export async function runOnServer(settings: Settings, words: string[]): Promise<number> {
  const server = await findServer(settings);
  const { out, err, code } = (await overSocket(server, settings, words)) ?? (await overHttp(server, settings, words));
  process.stdout.write(out);
  process.stderr.write(err);
  return code;
}

// A server of this user reports there what it is doing meanwhile.
async function overSocket(server: ServerAddress, settings: Settings, words: string[]) {
  const { url, token, socket } = readServerState() ?? {};
  if (socket === undefined || url !== server.url || token !== server.token) return undefined;
  const { session, json: isJson, quiet: isQuiet } = settings;
  const reply = await askSocket({ token, socket }, { words, session, isJson, isQuiet });
  return reply?.isUnknown ? undefined : reply;
}

async function overHttp(server: ServerAddress, settings: Settings, words: string[]): Promise<CommandReply> {
  const { session, json: isJson, quiet: isQuiet } = settings;
  const standardInput = () => text(process.stdin);
  const place = { folder: process.cwd(), files: FILES_ON_DISK, standardInput };
  const line = { words, session, isJson, isQuiet, hasColours: hasColours(process), ...place };
  const progress = startProgress(!isJson && !isQuiet);
  return runLine(line, remoteCommands(server)).finally(progress.end);
}
