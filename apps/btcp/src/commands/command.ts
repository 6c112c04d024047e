import type { SettingName, Settings, Sources } from '../settings/settings.js';

interface CommandModule {
  helpOn?(words: string[]): Promise<string | undefined>;
  run(settings: Settings, words: string[], commands: readonly Command[], sources: Sources): Promise<number>;
}

export interface Command {
  name: string;
  words?: string;
  choices?: readonly string[];
  takesLine?: boolean;
  help: string;
  settings: readonly SettingName[];
  deprecated?: readonly SettingName[];
  load(): Promise<CommandModule>;
}
