import { makeFolder, userDirectory } from '@btcp/chrome/directories';

/** The folder of a server's address and token; `BTCP_STATE` moves it. */
export function stateDirectory(): string {
  return process.env.BTCP_STATE || userDirectory('XDG_STATE_HOME', '.local/state');
}

/** The same folder, created if need be. */
export function ensureStateDirectory(): string {
  makeFolder(stateDirectory(), 'BTCP_STATE');
  return stateDirectory();
}

/** The folder of config.json and secrets.json. */
export function configDirectory(): string {
  return userDirectory('XDG_CONFIG_HOME', '.config');
}
