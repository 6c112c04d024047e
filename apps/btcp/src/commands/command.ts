import type { SettingName, Settings } from '../settings.js';

/** One command of `btcp`; its help is made from this. */
export interface Command {
  name: string;
  /** The words after the name, such as `NAME ['JSON']`. */
  words?: string;
  help: string;
  settings: readonly SettingName[];
  /** Help on the words that were given, where there is more to say of them than of the command. */
  helpOn?(words: string[]): string | undefined;
  /** Resolves with the exit code. */
  run(settings: Settings, words: string[]): Promise<number>;
}

/** The settings of commands that run browsers. */
export const BROWSER_SETTINGS = [
  'chrome',
  'headed',
  'isolation',
  'profile',
  'viewport',
  'output-dir',
  'idle',
  'max-sessions',
] as const satisfies SettingName[];
