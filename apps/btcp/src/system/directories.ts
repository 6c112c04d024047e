import { makeFolder } from '@btcp/chrome/directories';
import { userDirectory } from '@btcp/chrome/user-directory';

export function stateDirectory(): string {
  return process.env.BTCP_STATE || userDirectory('XDG_STATE_HOME', '.local/state');
}

export function ensureStateDirectory(): string {
  makeFolder(stateDirectory(), 'BTCP_STATE');
  return stateDirectory();
}

export function configDirectory(): string {
  return userDirectory('XDG_CONFIG_HOME', '.config');
}
