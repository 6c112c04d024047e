import { usageError } from '../settings/settings.js';
import { startCommand } from '../system/own-command.js';

interface Snippet {
  place: string;
  write(command: string, args: readonly string[]): string;
  hidesContent?: boolean;
}

const servers = (command: string, args: readonly string[]) => json({ mcpServers: { btcp: { command, args } } });

const CLIENTS: Record<string, Snippet> = {
  claude: { place: '.mcp.json of a project, or claude_desktop_config.json', write: servers, hidesContent: true },
  cursor: { place: '~/.cursor/mcp.json, or .cursor/mcp.json of a project', write: servers },
  vscode: {
    place: '.vscode/mcp.json',
    hidesContent: true,
    write: (command, args) => json({ servers: { btcp: { type: 'stdio', command, args } } }),
  },
  codex: {
    place: '~/.codex/config.toml',
    hidesContent: true,
    write: (command, args) =>
      `[mcp_servers.btcp]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}`,
  },
};

export function mcpConfig(client: string, flags: readonly string[]): { place: string; snippet: string } {
  const known = Object.hasOwn(CLIENTS, client) ? CLIENTS[client] : undefined;
  if (!known) {
    throw usageError(`--print-config is "${client}".`, `The clients are ${Object.keys(CLIENTS).join(', ')}.`);
  }
  const [command, ...start] = startCommand();
  const isMissing = known.hidesContent && !flags.includes('--content-only');
  const all = isMissing ? [...flags, '--content-only'] : flags;
  return { place: known.place, snippet: known.write(command, [...start, 'mcp', ...all]) };
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
