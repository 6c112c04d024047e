import { knownServer } from '../client/known-server.js';
import { askServer, type ServerAddress } from '../client/server-client.js';
import type { SavedState } from '../contract/types.js';
import { type Settings, takeSettings, usageError } from '../settings/settings.js';
import { complete } from '../verbs/complete.js';
import type { Command } from './command.js';
import { completionScript, SHELLS } from './completion-script.js';

export async function run(settings: Settings, words: string[], commands: readonly Command[]): Promise<number> {
  const [shell = '', ...line] = words;
  if (shell === 'words') {
    for (const word of await completeLine(line, commands)) console.log(word);
    return 0;
  }
  const script = completionScript(shell);
  if (script === undefined) throw usageError(`There is no completion for "${shell}".`, `Name ${SHELLS.join(', ')}.`);
  console.log(settings.json ? JSON.stringify({ success: true, shell, script }) : script);
  return 0;
}

async function completeLine(line: readonly string[], commands: readonly Command[]): Promise<string[]> {
  const begun = line.at(-1) ?? '';
  const server = serverOf(line);
  if (line.at(-2) === '--session') return matching(begun, await sessionsOf(server));
  const command = line.length > 1 && commands.find(({ name }) => name === line[0]);
  if (!command) return [...(line.length > 1 ? [] : matching(begun, namesOf(commands))), ...complete(line)];
  const states = command.name === 'state' && line.length > 2 ? await statesOf(server, line) : [];
  const flags = [...command.settings, 'config', 'help'].map((name) => `--${name}`);
  return matching(begun, [...(line.length === 2 ? (command.choices ?? []) : []), ...states, ...flags]);
}

function serverOf(line: readonly string[]): ServerAddress | undefined {
  try {
    return knownServer(takeSettings(['url', 'token'], line.slice(0, -1)).settings);
  } catch {
    return undefined;
  }
}

function namesOf(commands: readonly Command[]): string[] {
  return [...commands.map(({ name }) => name), 'help'];
}

function matching(begun: string, words: readonly string[]): string[] {
  return words.filter((word) => word.startsWith(begun));
}

async function sessionsOf(server: ServerAddress | undefined): Promise<string[]> {
  if (!server) return [];
  return (await askServer<{ sessions: string[] }>(server, '/browser/status', {})).sessions;
}

async function statesOf(server: ServerAddress | undefined, line: readonly string[]): Promise<string[]> {
  const agent = line[line.indexOf('--agent') + 1];
  if (!server || agent === undefined || !line.includes('--agent')) return [];
  const states = await askServer<SavedState[]>(server, `/api/agents/${encodeURIComponent(agent)}/states`, {});
  return states.map(({ name }) => name);
}
