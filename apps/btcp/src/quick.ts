// The command as it starts. Nothing is loaded here that a call to a running server does not need.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { userDirectory } from '@btcp/chrome/user-directory';
import { hasColours } from './wire/colours.js';
import { type CommandReply, type CommandRequest, namesFile } from './wire/command-request.js';
import { sendCommand } from './wire/send-command.js';

interface RunningServer {
  token: string | null;
  socket?: string;
}

/** Flags and variables that only the whole command knows. */
const WHOLE = /^(?:-h|--help|-v|--version|--(?:url|token|linger|config|agent)(?:=.*)?)$/;
const VARIABLES = ['BTCP_URL', 'BTCP_TOKEN', 'BTCP_CONFIG', 'BTCP_AGENT'];
/** Commands that do not run on a server, or need more of a terminal than an answer. */
const COMMANDS = new Set(
  'help serve mcp tools show share sessions replay state install-skill token doctor completion config batch repl'.split(
    ' ',
  ),
);

const line = process.argv.slice(2);
const isJson = line.includes('--json') || Boolean(process.env.BTCP_JSON);
const reply = await askServer(line);
if (reply && !reply.isUnknown) {
  const { out, err, code } = reply.save ? save(reply, reply.save) : reply;
  process.stdout.write(out);
  process.stderr.write(err);
  process.exitCode = code;
} else {
  await import('./main.js');
}

async function askServer(words: string[]): Promise<CommandReply | undefined> {
  const [name] = words;
  if (name === undefined || (COMMANDS.has(name) && !isVerb(words)) || words.some((word) => WHOLE.test(word)))
    return undefined;
  if (VARIABLES.some((variable) => process.env[variable]) || existsSync(configFile())) return undefined;
  const server = readServer();
  if (server?.socket === undefined) return undefined;
  const files = readFiles(words);
  if (files === undefined) return undefined;
  const request: CommandRequest = {
    token: server.token,
    line: words,
    folder: process.cwd(),
    files,
    ...(process.env.BTCP_SESSION ? { session: process.env.BTCP_SESSION } : {}),
    ...(isJson ? { isJson } : {}),
    ...(hasColours(process) ? { hasColours: true } : {}),
    ...(process.env.BTCP_QUIET ? { isQuiet: true } : {}),
    ...(words.includes('-') ? { input: readFileSync(0, 'utf8') } : {}),
  };
  return sendCommand(server.socket, request);
}

/** `state save FILE` is a verb; with --agent it is a command. */
function isVerb([name, action]: readonly string[]): boolean {
  return name === 'state' && (action === 'save' || action === 'load');
}

/** Undefined if a file cannot be read: the whole command explains why. */
function readFiles(words: readonly string[]): Record<string, string> | undefined {
  try {
    return Object.fromEntries(
      words.filter(namesFile).map((word) => [word, readFileSync(resolve(word.slice(1)), 'utf8')]),
    );
  } catch {
    return undefined;
  }
}

function save(answered: CommandReply, { path, content }: NonNullable<CommandReply['save']>): CommandReply {
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

function readServer(): RunningServer | undefined {
  const folder = process.env.BTCP_STATE || userDirectory('XDG_STATE_HOME', '.local/state');
  try {
    return JSON.parse(readFileSync(join(folder, 'server.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

function configFile(): string {
  return join(userDirectory('XDG_CONFIG_HOME', '.config'), 'config.json');
}
