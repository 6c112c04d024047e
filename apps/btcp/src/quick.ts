// The command as it starts. Nothing is loaded here that a call to a running server does not need.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { userDirectory } from '@btcp/chrome/user-directory';
import { askSocket } from './wire/ask-socket.js';
import type { CommandReply } from './wire/command-request.js';

interface RunningServer {
  token: string | null;
  socket?: string;
}

const WHOLE = /^(?:-h|--help|-v|--version|--(?:url|token|linger|config|agent)(?:=.*)?)$/;
const VARIABLES = ['BTCP_URL', 'BTCP_TOKEN', 'BTCP_CONFIG', 'BTCP_AGENT'];
const COMMANDS = new Set(
  'help serve mcp tools show share sessions replay state install-skill token doctor completion config batch repl'.split(
    ' ',
  ),
);

const line = process.argv.slice(2);
const isJson = line.includes('--json') || Boolean(process.env.BTCP_JSON);
const reply = await askServer(line);
if (reply && !reply.isUnknown) {
  const { out, err, code } = reply;
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
  const { socket, token = null } = readServer() ?? {};
  if (socket === undefined) return undefined;
  const { BTCP_SESSION: session, BTCP_QUIET } = process.env;
  return askSocket({ socket, token }, { words, session, isJson, isQuiet: Boolean(BTCP_QUIET) });
}

// `state save FILE` is a verb; with --agent it is a command.
function isVerb([name, action]: readonly string[]): boolean {
  return name === 'state' && action === 'save';
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
