import { SETTINGS } from '../settings/settings.js';
import type { Command } from './command.js';

export function completionScript(shell: string, commands: readonly Command[]): string | undefined {
  switch (shell) {
    case 'bash':
      return bash(commands);
    case 'zsh':
      return `autoload -U +X bashcompinit && bashcompinit\n${bash(commands)}`;
    case 'fish':
      return fish(commands);
    default:
      return undefined;
  }
}

function bash(commands: readonly Command[]): string {
  const cases = commands.map(({ name, settings, choices = [] }) => {
    const words = [...choices, ...[...settings, 'config', 'help'].map((setting) => `--${setting}`)];
    return `    ${name}) words="${words.join(' ')}" ;;`;
  });
  return `_btcp() {
  local words
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  [ "$COMP_CWORD" -eq 1 ] && words="${commands.map(({ name }) => name).join(' ')} help --version"
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _btcp btcp`;
}

function fish(commands: readonly Command[]): string {
  const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const lines = commands.flatMap(({ name, help, settings, choices = [] }) => {
    const given = quoted(`__fish_seen_subcommand_from ${name}`);
    return [
      `complete -c btcp -n __fish_use_subcommand -a ${name} -d ${quoted(help)}`,
      ...choices.map((choice) => `complete -c btcp -n ${given} -a ${choice}`),
      ...settings.map((setting) => {
        const { kind, help: text } = SETTINGS[setting];
        return `complete -c btcp -n ${given} -l ${setting}${kind === 'text' ? ' -r' : ''} -d ${quoted(text)}`;
      }),
    ];
  });
  return lines.join('\n');
}
