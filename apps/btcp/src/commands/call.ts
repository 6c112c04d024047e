import type { Settings } from '../settings/settings.js';
import { toolHelp } from './tool-help.js';
import { runOnServer } from './verb.js';

export function helpOn([name]: string[]): string | undefined {
  return name === undefined ? undefined : toolHelp(name);
}

export function run(settings: Settings, words: string[]): Promise<number> {
  return runOnServer(settings, ['call', ...words]);
}
