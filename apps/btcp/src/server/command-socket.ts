import { chmodSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { sameSecret } from '@btcp/access';
import { ensureStateDirectory } from '../system/directories.js';
import { followLongWork } from '../system/long-work.js';
import { runLine, type VerbServer } from '../verbs/run-line.js';
import { findVerb } from '../verbs/run-verb.js';
import type { CommandProgress, CommandReply, CommandRequest } from '../wire/command-request.js';

const MAX_REQUEST_BYTES = 16 * 1024 * 1024;
const MAX_FOLDER_LENGTH = 4096;
const NEWLINE = 10;
const NAME = /^commands-(\d+)\.sock$/;

export interface CommandSocket {
  path: string;
  close(): void;
}

/** Serves the commands of this user on a local socket, which costs a command less than HTTP. */
export async function serveCommands(
  token: string | null,
  serverFor: (signal: AbortSignal) => VerbServer,
): Promise<CommandSocket | undefined> {
  const path = socketPath();
  const server = createServer((socket) => serve(socket, token, serverFor));
  // The folder may be on a disk without sockets, or its path too long for one: commands then use HTTP.
  if (!(await listens(server, path))) return undefined;
  server.unref();
  return { path, close: () => server.close() };
}

function serve(socket: Socket, token: string | null, serverFor: (signal: AbortSignal) => VerbServer): void {
  const gone = new AbortController();
  const chunks: Buffer[] = [];
  let size = 0;
  socket.on('error', () => {});
  socket.on('close', () => gone.abort());
  socket.on('data', (chunk: Buffer) => {
    size += chunk.length;
    chunks.push(chunk);
    if (size > MAX_REQUEST_BYTES) socket.destroy();
    if (socket.destroyed || chunk.at(-1) !== NEWLINE) return;
    socket.pause();
    const report = (progress: string) => socket.write(`${JSON.stringify({ progress } satisfies CommandProgress)}\n`);
    run(Buffer.concat(chunks).toString(), token, serverFor(gone.signal), report).then(
      (reply) => socket.end(`${JSON.stringify(reply)}\n`),
      () => socket.destroy(),
    );
  });
}

async function run(
  text: string,
  token: string | null,
  server: VerbServer,
  report: (progress: string) => void,
): Promise<CommandReply> {
  const request: Partial<CommandRequest> | null = JSON.parse(text);
  if (!isCommand(request)) return { out: '', err: 'This is not a command of btcp.\n', code: 2 };
  if (token !== null && !sameSecret(String(request.token), token)) {
    return { out: '', err: 'The token of the server has changed. Run the command again.\n', code: 1 };
  }
  const { line: words, input = '', files = {}, ...line } = request;
  if (words[0] !== 'call' && !findVerb(words)) return { out: '', err: '', code: 2, isUnknown: true };
  let save: CommandReply['save'];
  const stop = request.showsProgress ? followLongWork(report) : () => {};
  const reply = await runLine(
    {
      ...line,
      words,
      standardInput: async () => input,
      files: {
        read: async (word) => files[word] ?? '',
        write: async (path, content) => {
          save = { path, content: Buffer.from(content).toString('base64') };
        },
      },
    },
    server,
  ).finally(stop);
  return save && reply.code === 0 ? { ...reply, save } : reply;
}

function isCommand(request: Partial<CommandRequest> | null): request is CommandRequest {
  const { line, folder } = request ?? {};
  if (!Array.isArray(line) || typeof folder !== 'string' || folder.length > MAX_FOLDER_LENGTH) return false;
  return line.every((word) => typeof word === 'string');
}

function socketPath(): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\btcp-${process.pid}`;
  const folder = ensureStateDirectory();
  for (const name of readdirSync(folder)) {
    const [, pid] = NAME.exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(folder, name), { force: true });
  }
  const path = join(folder, `commands-${process.pid}.sock`);
  // In a container, the process before had the same id.
  rmSync(path, { force: true });
  return path;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function listens(server: Server, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(path, () => {
      if (process.platform !== 'win32') chmodSync(path, 0o600);
      resolve(true);
    });
  });
}
