import type { SettingName, Settings } from '../settings/settings.js';

interface CommandModule {
  /** More specific help on the words given. */
  helpOn?(words: string[]): string | undefined;
  run(settings: Settings, words: string[], commands: readonly Command[]): Promise<number>;
}

/** A command of `btcp`; help and completion come from this. */
export interface Command {
  name: string;
  /** Arguments, such as `NAME ['JSON']`. */
  words?: string;
  /** Values of the first argument, for completion. */
  choices?: readonly string[];
  help: string;
  settings: readonly SettingName[];
  load(): Promise<CommandModule>;
}
