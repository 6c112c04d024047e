import { BtcpError } from '@btcp/protocol';
import { COMMANDS } from './commands/commands.js';
import { commandHelp, overview } from './commands/help.js';
import { readSettings, usageError } from './settings/settings.js';
import { keepCompiled } from './system/compile-cache.js';
import { VERSION } from './system/version.js';
import { printError } from './verbs/print.js';
import { fitted } from './verbs/wrap.js';
import { hasColours } from './wire/colours.js';

async function main([name, ...rest]: string[]): Promise<number> {
  if (name === 'help' && rest[0] !== undefined) return main([...rest, '--help']);
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    console.log(fitted(overview(COMMANDS, (await import('./verbs/verb-help.js')).verbList())));
    return 0;
  }
  if (name === '--version' || name === '-v') {
    console.log(VERSION);
    return 0;
  }
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (!command) {
    const names = COMMANDS.map((each) => each.name);
    return (await import('./commands/verb.js')).run([name, ...rest], names);
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    const words = rest.filter((word) => !word.startsWith('-'));
    const help = await (await command.load()).helpOn?.(words);
    console.log(fitted(help ?? commandHelp(command)));
    return 0;
  }
  const names = [...command.settings, ...(command.deprecated ?? [])];
  const { settings, words, sources } = readSettings(names, rest, `btcp ${name}`);
  const extra = command.takesLine ? [] : words.slice(command.words?.split(' ').length ?? 0);
  if (extra.length > 0) {
    const usage = ['btcp', name, command.words].filter(Boolean).join(' ');
    throw usageError(
      `btcp ${name} takes no "${extra.join(' ')}".`,
      `It is ${usage}, and flags; see btcp ${name} --help.`,
    );
  }
  keepCompiled();
  return (await command.load()).run(settings, words, COMMANDS, sources);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (thrown) {
  const { out, err, code } = printError(BtcpError.from(thrown), {
    isJson: process.argv.includes('--json'),
    hasColours: hasColours(process),
  });
  process.stdout.write(out);
  process.stderr.write(err);
  process.exitCode = code;
}
