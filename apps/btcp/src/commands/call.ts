import type { Settings } from '../settings/settings.js';
import { runOnServer } from './run-on-server.js';

export async function helpOn([name]: string[]): Promise<string | undefined> {
  return name === undefined ? undefined : (await import('./tool-help.js')).toolHelp(name);
}

export function run(settings: Settings, words: string[]): Promise<number> {
  return runOnServer(settings, ['call', ...words]);
}
