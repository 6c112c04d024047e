import { helpOf, SETTINGS, type SettingName } from '../settings/settings.js';
import { table } from '../verbs/table.js';
import type { Command } from './command.js';

export function overview(commands: readonly Command[], verbs: string): string {
  const rows = commands.map(({ name, words, help }): [string, string] => [
    [name, words].filter(Boolean).join(' '),
    help,
  ]);
  return `btcp: a browser for AI agents, and a window onto it for people.

Commands that act in a browser, on the running server or on one that is started:
${verbs}

Other commands:
${table(rows)}

btcp COMMAND --help lists the flags of a command. Each flag is also a variable: --port is BTCP_PORT.
Exit codes: 0 done, 1 failed, 2 wrong use, 3 no server, 4 timed out, 5 a person drives.`;
}

export function commandHelp({ name, words, help, settings }: Command): string {
  const rows = [...settings, 'config' as const].map((setting): [string, string] => [usage(setting), helpOf(setting)]);
  return `btcp ${[name, words].filter(Boolean).join(' ')}\n${help}.\n\nFlags:\n${table(rows)}`;
}

function usage(name: SettingName): string {
  const setting = SETTINGS[name];
  return 'value' in setting ? `--${name} ${setting.value}` : `--${name}`;
}
