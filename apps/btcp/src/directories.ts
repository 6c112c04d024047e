import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where a server leaves its address and keeps its token. `BTCP_STATE` moves it. */
export function stateDirectory(): string {
  return process.env.BTCP_STATE || userDirectory('XDG_STATE_HOME', '.local/state');
}

/** Where people keep their settings. */
export function configDirectory(): string {
  return userDirectory('XDG_CONFIG_HOME', '.config');
}

function userDirectory(variable: string, underHome: string): string {
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'btcp');
  if (process.platform === 'win32') return join(process.env.LOCALAPPDATA ?? homedir(), 'btcp');
  return join(process.env[variable] || join(homedir(), underHome), 'btcp');
}
