import { homedir } from 'node:os';
import { join } from 'node:path';

export function userDirectory(variable: string, underHome: string, underLibrary = 'Application Support'): string {
  if (process.platform === 'darwin') return join(homedir(), 'Library', underLibrary, 'btcp');
  if (process.platform === 'win32') return join(process.env.LOCALAPPDATA ?? homedir(), 'btcp', underLibrary);
  return join(process.env[variable] || join(homedir(), underHome), 'btcp');
}
