// The command as it starts. Nothing is loaded here that a call to a running server does not need.
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { CommandReply, CommandRequest } from './command-request.js';
import { sendCommand } from './send-command.js';

interface RunningServer {
  token: string | null;
  pid: number;
  socket?: string;
}

/** Flags and variables that only the whole command knows. */
const WHOLE = /^(?:-h|--help|-v|--version|--(?:url|token|linger|config|agent)(?:=.*)?)$/;
const VARIABLES = ['BTCP_URL', 'BTCP_TOKEN', 'BTCP_CONFIG', 'BTCP_AGENT'];
/** Commands that do not run on a server, or need more of a terminal than an answer. */
const COMMANDS = new Set(
  'help serve mcp tools show share sessions replay state install-skill token doctor completion batch repl'.split(' '),
);

const line = process.argv.slice(2);
const reply = await askServer(line);
if (reply && !reply.isUnknown) {
  process.stdout.write(reply.out);
  process.stderr.write(reply.err);
  process.exitCode = reply.code;
} else {
  await import('../main.js');
}

async function askServer(words: string[]): Promise<CommandReply | undefined> {
  const [name] = words;
  if (name === undefined || COMMANDS.has(name) || words.some((word) => WHOLE.test(word))) return undefined;
  if (VARIABLES.some((variable) => process.env[variable]) || existsSync(configFile())) return undefined;
  const server = readServer();
  if (server?.socket === undefined) return undefined;
  const request: CommandRequest = {
    token: server.token,
    line: words,
    folder: process.cwd(),
    ...(process.env.BTCP_SESSION ? { session: process.env.BTCP_SESSION } : {}),
    ...(process.env.BTCP_JSON ? { isJson: true } : {}),
    ...(words.includes('-') ? { input: readFileSync(0, 'utf8') } : {}),
  };
  return sendCommand(server.socket, request);
}

function readServer(): RunningServer | undefined {
  try {
    return JSON.parse(
      readFileSync(join(folder('BTCP_STATE', 'XDG_STATE_HOME', '.local/state'), 'server.json'), 'utf8'),
    );
  } catch {
    return undefined;
  }
}

function configFile(): string {
  return join(folder('', 'XDG_CONFIG_HOME', '.config'), 'config.json');
}

function folder(own: string, shared: string, standard: string): string {
  return process.env[own] || join(process.env[shared] || join(homedir(), standard), 'btcp');
}
