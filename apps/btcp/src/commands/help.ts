import { SETTINGS, type SettingName } from '../settings.js';
import type { Command } from './command.js';

export function overview(commands: readonly Command[]): string {
  const rows = commands.map(
    ({ name, words, help }) => `  ${[name, words].filter(Boolean).join(' ').padEnd(20)} ${help}`,
  );
  return `btcp: a browser for AI agents, and a window onto it for people.

Commands:
${rows.join('\n')}

btcp COMMAND --help tells the flags of a command. Each flag is also a variable: --port is BTCP_PORT.`;
}

export function commandHelp({ name, words, help, settings }: Command): string {
  const rows = [...settings, 'config' as const].map(
    (setting) => `  ${usage(setting).padEnd(20)} ${SETTINGS[setting].help}`,
  );
  return `btcp ${[name, words].filter(Boolean).join(' ')}\n${help}.\n\nFlags:\n${rows.join('\n')}`;
}

function usage(name: SettingName): string {
  const setting = SETTINGS[name];
  return 'value' in setting ? `--${name} ${setting.value}` : `--${name}`;
}
