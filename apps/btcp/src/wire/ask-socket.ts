import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { hasColours } from './colours.js';
import { type CommandReply, type CommandRequest, namesFile } from './command-request.js';
import { startProgress } from './progress.js';
import { sendCommand } from './send-command.js';

export interface SocketCommand {
  words: string[];
  session?: string | undefined;
  isJson?: boolean | undefined;
  isQuiet?: boolean | undefined;
}

/** Runs a command on the server that listens at a socket. Undefined if it has to be run in another way. */
export async function askSocket(
  server: { token: string | null; socket: string },
  { words, session, isJson = false, isQuiet = false }: SocketCommand,
): Promise<CommandReply | undefined> {
  // Its file is sent with the call, which the whole command does.
  const files = words[0] === 'state' && words[1] === 'load' ? undefined : readFiles(words);
  if (files === undefined) return undefined;
  const showsProgress = !isJson && !isQuiet && !words.some((word) => ['--json', '--quiet', '-q'].includes(word));
  const progress = startProgress(showsProgress);
  const request: CommandRequest = {
    token: server.token,
    line: words,
    folder: process.cwd(),
    files,
    ...(session ? { session } : {}),
    ...(isJson ? { isJson } : {}),
    ...(hasColours(process) ? { hasColours: true } : {}),
    ...(isQuiet ? { isQuiet } : {}),
    ...(showsProgress && process.stderr.isTTY ? { showsProgress } : {}),
    ...(words.includes('-') ? { input: readFileSync(0, 'utf8') } : {}),
  };
  const reply = await sendCommand(server.socket, request, progress.show);
  progress.end();
  return reply?.save ? save(reply, reply.save, isJson) : reply;
}

// Undefined if a file cannot be read: the whole command explains why.
function readFiles(words: readonly string[]): Record<string, string> | undefined {
  try {
    return Object.fromEntries(
      words.filter(namesFile).map((word) => [word, readFileSync(resolve(word.slice(1)), 'utf8')]),
    );
  } catch {
    return undefined;
  }
}

function save(
  answered: CommandReply,
  { path, content }: NonNullable<CommandReply['save']>,
  isJson: boolean,
): CommandReply {
  try {
    // What pages gave may be private: a saved state holds logins.
    writeFileSync(path, content, { encoding: 'base64', mode: 0o600 });
    return answered;
  } catch (cause) {
    const message = `${path} cannot be written: ${(cause as Error).message}.`;
    const hint = 'Name a file in a folder that exists.';
    if (!isJson) return { out: '', err: `${message}\n${hint}\n`, code: 1 };
    const error = { code: 'not_found', message, hint };
    return { out: `${JSON.stringify({ success: false, error })}\n`, err: '', code: 1 };
  }
}
