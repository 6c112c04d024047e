import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BtcpError, didYouMean } from '@btcp/protocol';
import { configDirectory } from '../system/directories.js';
import { helpOf, SETTINGS, type SettingName, settingOf, variablesOf } from './definitions.js';

export { helpOf, SETTINGS, type SettingName };

export const REPEATED = ';';

export type Settings = { [Name in SettingName]?: (typeof SETTINGS)[Name]['kind'] extends 'switch' ? boolean : string };

export interface Source {
  kind: 'default' | 'file' | 'variable' | 'flag';
  name?: string;
}

export type Sources = Partial<Record<SettingName, Source>>;

/** Reads settings from flags, then the environment, then the config file. */
export function readSettings(
  names: readonly SettingName[],
  commandLine: string[],
  command: string,
): { settings: Settings; words: string[]; sources: Sources } {
  const options = Object.fromEntries(
    [...names, 'config' as const].map((name) => [
      name,
      {
        type: SETTINGS[name].kind === 'switch' ? ('boolean' as const) : ('string' as const),
        multiple: settingOf(name).isRepeatable === true,
      },
    ]),
  );
  const { values, positionals } = parse(commandLine, options, command);
  const config = readConfig(typeof values.config === 'string' ? values.config : process.env.BTCP_CONFIG);
  const settings: Record<string, unknown> = {};
  const sources: Sources = {};
  for (const name of names) {
    const variable = variablesOf(name).find((each) => process.env[each]);
    const [value, source] = ((): [unknown, Source] => {
      if (values[name] !== undefined) return [joined(name, values[name]), { kind: 'flag', name: `--${name}` }];
      if (variable !== undefined) return [fromVariable(name, variable), { kind: 'variable', name: variable }];
      if (config.values[name] !== undefined) return [config.values[name], { kind: 'file', name: config.file }];
      return [undefined, { kind: 'default' }];
    })();
    if (value !== undefined) settings[name] = value;
    sources[name] = source;
  }
  return { settings: settings as Settings, words: positionals, sources };
}

/** Takes the flags of these settings out of a line whose other flags are not known here. */
export function takeSettings(
  names: readonly SettingName[],
  line: readonly string[],
): { settings: Settings; words: string[] } {
  const taken: string[] = [];
  const words: string[] = [];
  for (let index = 0; index < line.length; index++) {
    const word = line[index] ?? '';
    if (word === '--') {
      words.push(...line.slice(index));
      break;
    }
    const [flag = ''] = word.split('=');
    const name = [...names, 'config' as const].find((each) => flag === `--${each}`);
    if (name === undefined) words.push(word);
    else if (word === flag && SETTINGS[name].kind === 'text') taken.push(word, ...line.slice(++index, index + 1));
    else taken.push(word);
  }
  return { settings: readSettings(names, taken, 'btcp').settings, words };
}

export function flagsOf(settings: Settings, names: readonly SettingName[]): string[] {
  return names.flatMap((name) => {
    const value = settings[name];
    if (value === undefined || value === false) return [];
    return value === true ? [`--${name}`] : [`--${name}`, value];
  });
}

export function variablesWith(settings: Settings, names: readonly SettingName[]): NodeJS.ProcessEnv {
  return Object.fromEntries(
    names.flatMap((name) => (settings[name] === undefined ? [] : [[variablesOf(name)[0], String(settings[name])]])),
  );
}

export function usageError(message: string, hint: string): BtcpError {
  return new BtcpError('invalid_input', message, { hint });
}

export function listOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

export function wholeNumber(name: SettingName, text: string | undefined, fallback: number, most = 1_000_000): number {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (Number.isInteger(value) && value >= 0 && value <= most) return value;
  throw usageError(`--${name} is "${text}".`, `Give a whole number from 0 to ${most}.`);
}

export function oneOf<Choice extends string>(
  name: SettingName,
  text: string | undefined,
  choices: readonly Choice[],
  fallback: Choice,
): Choice {
  const chosen = choices.find((choice) => choice === (text ?? fallback));
  if (chosen !== undefined) return chosen;
  throw usageError(`--${name} is "${text}".`, `Give one of ${choices.join(', ')}.`);
}

function parse(
  args: string[],
  options: Record<string, { type: 'boolean' | 'string'; multiple: boolean }>,
  command: string,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const hint = `Run ${command} --help for its flags.`;
    const [, flag = ''] = /'(-[^' ]*)/.exec(message) ?? [];
    if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
      const meant = didYouMean(
        flag,
        Object.keys(options).map((name) => `--${name}`),
      );
      throw usageError(`${command} has no flag ${flag}.`, meant + hint);
    }
    const takesValue = options[flag.replace(/^--/, '')]?.type === 'string';
    throw usageError(takesValue ? `${flag} needs a value.` : `${flag} takes no value.`, hint);
  }
}

function joined(name: string, value: unknown): unknown {
  return Array.isArray(value) ? value.join(settingOf(name as SettingName).isRepeatable ? REPEATED : ',') : value;
}

function fromVariable(name: SettingName, variable: string): string | boolean {
  const text = process.env[variable] ?? '';
  return SETTINGS[name].kind === 'switch' ? !['0', 'false', 'no'].includes(text.toLowerCase()) : text;
}

function readConfig(path: string | undefined): { file: string; values: Record<string, unknown> } {
  const file = path ?? join(configDirectory(), 'config.json');
  if (path === undefined && !existsSync(file)) return { file, values: {} };
  try {
    const config: Record<string, unknown> = JSON.parse(readFileSync(file, 'utf8'));
    const unknown = Object.keys(config).filter((name) => !Object.hasOwn(SETTINGS, name));
    if (unknown.length > 0) throw new Error(`it has no setting "${unknown.join('", "')}"`);
    const values = Object.fromEntries(
      Object.entries(config).map(([name, value]) => [
        name,
        typeof value === 'boolean' ? value : String(joined(name, value)),
      ]),
    );
    return { file, values };
  } catch (cause) {
    throw new BtcpError('invalid_input', `The config file ${file} cannot be used: ${(cause as Error).message}.`, {
      hint: `It is a JSON object of settings such as {"port": 4700}: ${Object.keys(SETTINGS).join(', ')}.`,
      cause,
    });
  }
}
