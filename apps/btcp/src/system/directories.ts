import { makeFolder, userDirectory } from '@btcp/chrome/directories';

/** Where a server leaves its address and keeps its token. `BTCP_STATE` moves it. */
export function stateDirectory(): string {
  return process.env.BTCP_STATE || userDirectory('XDG_STATE_HOME', '.local/state');
}

/** The same, made if need be. */
export function ensureStateDirectory(): string {
  makeFolder(stateDirectory(), 'BTCP_STATE');
  return stateDirectory();
}

/** Where people keep their settings. */
export function configDirectory(): string {
  return userDirectory('XDG_CONFIG_HOME', '.config');
}
