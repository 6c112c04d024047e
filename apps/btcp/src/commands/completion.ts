import { type Settings, usageError } from '../settings/settings.js';
import type { Command } from './command.js';
import { completionScript } from './completion-script.js';

export async function run(settings: Settings, [shell]: string[], commands: readonly Command[]): Promise<number> {
  const script = shell === undefined ? undefined : completionScript(shell, commands);
  if (script === undefined) throw usageError(`There is no completion for "${shell ?? ''}".`, 'Name bash, zsh or fish.');
  console.log(settings.json ? JSON.stringify({ shell, script }) : script);
  return 0;
}
