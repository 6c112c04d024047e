import { chmodSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { sameSecret } from '@btcp/access';
import { isObject } from '@btcp/protocol';
import { ensureStateDirectory } from '../system/directories.js';
import { followLongWork } from '../system/long-work.js';
import { runLine, type VerbServer } from '../verbs/run-line.js';
import { findVerb } from '../verbs/run-verb.js';
import type { CommandProgress, CommandReply, CommandRequest } from '../wire/command-request.js';
import type { JoinOptions, JoinReply, JoinRequest } from '../wire/join-request.js';

const MAX_REQUEST_BYTES = 16 * 1024 * 1024;
const MAX_FOLDER_LENGTH = 4096;
const NEWLINE = 10;
const NAME = /^commands-(\d+)\.sock$/;

export interface CommandSocket {
  path: string;
  /** Whether a command waits for its answer. */
  readonly isInUse: boolean;
  close(): void;
}

export interface LocalServer {
  commands(signal: AbortSignal): VerbServer;
  join(client: Socket, options: JoinOptions): () => Promise<void>;
}

/** Serves the commands of this user on a local socket, which costs a command less than HTTP. */
export async function serveCommands(token: string | null, local: LocalServer): Promise<CommandSocket | undefined> {
  const path = socketPath();
  const sockets = new Set<Socket>();
  // Half open: a client of MCP that has sent its last call still waits for the result.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serve(socket, token, local);
  });
  // The folder may be on a disk without sockets, or its path too long for one: commands then use HTTP.
  if (!(await listens(server, path))) return undefined;
  server.unref();
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return {
    path,
    close,
    get isInUse() {
      return sockets.size > 0;
    },
  };
}

function serve(socket: Socket, token: string | null, local: LocalServer): void {
  const gone = new AbortController();
  const chunks: Buffer[] = [];
  let size = 0;
  const leave = () => socket.end();
  socket.on('error', () => {});
  socket.on('end', leave);
  socket.on('close', () => gone.abort());
  socket.on('data', function read(chunk: Buffer) {
    size += chunk.length;
    chunks.push(chunk);
    if (size > MAX_REQUEST_BYTES) socket.destroy();
    if (socket.destroyed || chunk.at(-1) !== NEWLINE) return;
    socket.pause();
    socket.off('data', read);
    const request = parsed(Buffer.concat(chunks));
    if (isJoin(request)) {
      socket.off('end', leave);
      void joinClient(socket, request, token, local);
      return;
    }
    const report = (progress: string) => socket.write(`${JSON.stringify({ progress } satisfies CommandProgress)}\n`);
    run(request, token, local.commands(gone.signal), report).then(
      (reply) => socket.end(`${JSON.stringify(reply)}\n`),
      () => socket.destroy(),
    );
    // To see that the client leaves.
    socket.resume();
  });
}

async function joinClient(
  socket: Socket,
  request: JoinRequest,
  token: string | null,
  local: LocalServer,
): Promise<void> {
  const answer = (reply: JoinReply) => `${JSON.stringify(reply)}\n`;
  try {
    if (!isAllowed(request.token, token)) throw new Error('The token of the server has changed.');
    const serveClient = local.join(socket, request.join);
    socket.write(answer({ joined: true }));
    await serveClient();
    socket.end();
  } catch (thrown) {
    socket.end(answer({ refused: (thrown as Error).message }));
  }
}

function isAllowed(given: unknown, token: string | null): boolean {
  return token === null || sameSecret(String(given), token);
}

function parsed(text: Buffer): Partial<CommandRequest> | JoinRequest | null {
  try {
    const request: unknown = JSON.parse(text.toString());
    return isObject(request) ? request : null;
  } catch {
    return null;
  }
}

function isJoin(request: Partial<CommandRequest> | JoinRequest | null): request is JoinRequest {
  return request !== null && 'join' in request && isObject(request.join);
}

async function run(
  request: Partial<CommandRequest> | null,
  token: string | null,
  server: VerbServer,
  report: (progress: string) => void,
): Promise<CommandReply> {
  if (!isCommand(request)) return { out: '', err: 'This is not a command of btcp.\n', code: 2 };
  if (!isAllowed(request.token, token)) {
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
