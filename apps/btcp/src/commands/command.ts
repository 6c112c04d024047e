import type { SettingName, Settings } from '../settings/settings.js';

/** What a command does; loaded when it is called, so that the others start without it. */
interface CommandModule {
  /** Help on the words that were given, where there is more to say of them than of the command. */
  helpOn?(words: string[]): string | undefined;
  /** Resolves with the exit code. `commands` are all that there are. */
  run(settings: Settings, words: string[], commands: readonly Command[]): Promise<number>;
}

/** One command of `btcp`; its help and its completion are made from this. */
export interface Command {
  name: string;
  /** The words after the name, such as `NAME ['JSON']`. */
  words?: string;
  /** What the first word can be, where that is a short list. */
  choices?: readonly string[];
  help: string;
  settings: readonly SettingName[];
  load(): Promise<CommandModule>;
}
