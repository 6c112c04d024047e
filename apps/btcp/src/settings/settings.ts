import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BtcpError, didYouMean } from '@btcp/protocol';
import { configDirectory } from '../system/directories.js';

interface Setting {
  kind: 'text' | 'switch';
  value?: string;
  help: string;
}

/** Every setting. `--max-sessions` is also `BTCP_MAX_SESSIONS`, and `"max-sessions"` in the config file. */
export const SETTINGS = {
  port: { kind: 'text', value: 'N', help: 'port to serve on (4700; 0 takes a free one)' },
  host: { kind: 'text', value: 'ADDRESS', help: 'address to serve on (127.0.0.1)' },
  'public-url': {
    kind: 'text',
    value: 'URL',
    help: 'the address at which a proxy serves it, such as https://browser.example.com/btcp (none)',
  },
  'trusted-proxy': {
    kind: 'text',
    value: 'ADDRESSES',
    help: 'whose X-Forwarded headers count: addresses or networks, commas between (loopback, with --public-url)',
  },
  token: { kind: 'text', value: 'TOKEN', help: 'the token that requests must carry (made at the first start)' },
  'no-auth': { kind: 'switch', help: 'serve without a token; on loopback only' },
  'allow-origin': {
    kind: 'text',
    value: 'ORIGINS',
    help: 'origins whose pages may connect: to offer their tools, and to show the live view with a ticket (none)',
  },
  'deny-origin': {
    kind: 'text',
    value: 'ORIGINS',
    help: 'deprecated: --deny-host takes origins as well',
  },
  chrome: {
    kind: 'text',
    value: 'PATH',
    help: 'the browser to run, or bundled for the Chromium of npm install (found or obtained when left out)',
  },
  'chrome-args': { kind: 'text', value: 'FLAGS', help: 'further flags for the browser; spaces or commas between' },
  headed: { kind: 'switch', help: 'show the browser window' },
  isolation: {
    kind: 'text',
    value: 'KIND',
    help: 'process: a Chrome per conversation; context: one Chrome for several (process)',
  },
  profile: {
    kind: 'text',
    value: 'NAME',
    help: 'keep cookies and logins under this name, or in this folder; temporary keeps none (default for POST /browser/open, temporary for the others)',
  },
  'stream-port': { kind: 'text', value: 'N', help: 'serve the live view on this port of loopback as well' },
  viewport: { kind: 'text', value: 'WxH', help: 'size of the page (1280x720)' },
  'max-image-size': {
    kind: 'text',
    value: 'PIXELS',
    help: 'the longest side of pictures for models (1568); files keep their size',
  },
  'allow-host': {
    kind: 'text',
    value: 'HOSTS',
    help: 'the only hosts or origins that pages may reach: example.com,*.example.com,https://a.test,10.0.0.0/8 (all)',
  },
  'deny-host': { kind: 'text', value: 'HOSTS', help: 'hosts or origins that pages may not reach (none)' },
  'private-network': {
    kind: 'text',
    value: 'HOSTS',
    help: 'private hosts that pages may reach, or all (none; localhost where it is opened by name)',
  },
  proxy: {
    kind: 'text',
    value: 'URL',
    help: 'the HTTP proxy for pages, such as http://name:password@proxy:3128 (HTTPS_PROXY of the environment)',
  },
  'ignore-tls-errors': { kind: 'switch', help: 'open pages whose certificate cannot be trusted; every result says so' },
  'output-dir': { kind: 'text', value: 'PATH', help: 'where long outputs and downloads are kept (a temporary folder)' },
  'save-video': {
    kind: 'text',
    value: 'PATH',
    help: 'keep a WebM video of every session in this folder, blank while a person drives (none)',
  },
  'upload-dir': {
    kind: 'text',
    value: 'PATHS',
    help: 'folders that files may be uploaded from, beside the output folder (none); commas between',
  },
  'image-dir': {
    kind: 'text',
    value: 'PATHS',
    help: 'folders whose images read_image may show, beside those above (none); commas between',
  },
  'download-limit': { kind: 'text', value: 'MB', help: 'megabytes that the pages of one session may download (256)' },
  idle: { kind: 'text', value: 'TIME', help: 'close a browser after this long without a call (30m)' },
  'max-sessions': { kind: 'text', value: 'N', help: 'how many browsers may be open at once (20)' },
  ownership: {
    kind: 'text',
    value: 'KIND',
    help: 'per-session: a browser for each session; single: one browser, owned by one session (per-session)',
  },
  tools: {
    kind: 'text',
    value: 'SET',
    help: 'the tools to list: default, plugin, safe, developer, live, full, or names with commas between',
  },
  allow: { kind: 'text', value: 'NAMES', help: 'tools or groups of tools to list besides; commas between' },
  deny: { kind: 'text', value: 'NAMES', help: 'tools or groups of tools that cannot be called; commas between' },
  aliases: {
    kind: 'text',
    value: 'SERVER',
    help: 'name the tools for MCP clients as playwright, devtools or agent-browser does, with its parameters',
  },
  secrets: {
    kind: 'text',
    value: 'PATH',
    help: 'a file of secrets that can be typed by name (secrets.json beside the config file)',
  },
  timeout: { kind: 'text', value: 'TIME', help: 'how long a call waits where it does not say so (15s)' },
  'content-only': {
    kind: 'switch',
    help: 'answer MCP calls with text and pictures, for clients that show a model the structured data in their place',
  },
  warm: { kind: 'switch', help: 'start the browser at once, not with the first call' },
  'print-config': {
    kind: 'text',
    value: 'CLIENT',
    help: 'print what to paste into the settings of claude, cursor, vscode or codex',
  },
  session: { kind: 'text', value: 'ID', help: 'the session that runs the command (that of this folder or project)' },
  agent: { kind: 'text', value: 'NAME', help: 'the agent of the workspace that the session belongs to' },
  restore: { kind: 'text', value: 'NAME', help: 'a saved state of the agent to begin with' },
  person: {
    kind: 'text',
    value: 'WHAT',
    help: 'at a step that a person did: stop, skip it, or wait until somebody has done it again (stop)',
  },
  role: { kind: 'text', value: 'ROLE', help: 'what the link allows: view or control (share: view, show: control)' },
  for: { kind: 'text', value: 'TIME', help: 'how long the link works (30m)' },
  rotate: { kind: 'switch', help: 'make a new token; those who have the old one are out from the next start on' },
  force: { kind: 'switch', help: 'also replace or remove files that somebody has changed' },
  remove: { kind: 'switch', help: 'remove what was installed' },
  url: { kind: 'text', value: 'URL', help: 'the server to call (the running one, or a new one)' },
  linger: { kind: 'text', value: 'TIME', help: 'end the server after this long without an open browser' },
  'log-level': {
    kind: 'text',
    value: 'LEVEL',
    help: 'what to log on standard error: off, error, warn, info (one line per call) or debug (info)',
  },
  'log-format': { kind: 'text', value: 'FORMAT', help: 'log lines as text or json (text)' },
  'metrics-token': {
    kind: 'text',
    value: 'TOKEN',
    help: 'a token that reads /metrics and nothing else (none; the token of the server reads them too)',
  },
  'otlp-endpoint': {
    kind: 'text',
    value: 'URL',
    help: 'send OpenTelemetry traces to this collector, such as http://127.0.0.1:4318 (none)',
  },
  json: { kind: 'switch', help: 'print JSON, in one shape for results and errors' },
  bail: { kind: 'switch', help: 'stop at the first command that fails' },
  quiet: { kind: 'switch', help: 'print nothing but errors' },
  config: { kind: 'text', value: 'PATH', help: 'a JSON file with these settings' },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;
export type Settings = { [Name in SettingName]?: (typeof SETTINGS)[Name]['kind'] extends 'switch' ? boolean : string };

/** Reads settings from flags, then the environment, then the config file. */
export function readSettings(
  names: readonly SettingName[],
  commandLine: string[],
  command: string,
): { settings: Settings; words: string[] } {
  const options = Object.fromEntries(
    [...names, 'config' as const].map((name) => [
      name,
      { type: SETTINGS[name].kind === 'switch' ? 'boolean' : 'string' } as const,
    ]),
  );
  const { values, positionals } = parse(commandLine, options, command);
  const config = readConfig(typeof values.config === 'string' ? values.config : process.env.BTCP_CONFIG);
  const settings: Record<string, unknown> = {};
  for (const name of names) {
    const value = values[name] ?? fromEnvironment(name) ?? config[name];
    if (value !== undefined) settings[name] = value;
  }
  return { settings: settings as Settings, words: positionals };
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

/** The flags that set these settings. */
export function flagsOf(settings: Settings, names: readonly SettingName[]): string[] {
  return names.flatMap((name) => {
    const value = settings[name];
    if (value === undefined || value === false) return [];
    return value === true ? [`--${name}`] : [`--${name}`, value];
  });
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

function parse(args: string[], options: Record<string, { type: 'boolean' | 'string' }>, command: string) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const hint = `${command} --help tells its flags.`;
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

// Variables of agent-browser, for programs written for it, and of OpenTelemetry.
const OTHER_VARIABLES: Partial<Record<SettingName, string>> = {
  'stream-port': 'AGENT_BROWSER_STREAM_PORT',
  'chrome-args': 'AGENT_BROWSER_ARGS',
  profile: 'AGENT_BROWSER_PROFILE',
  'otlp-endpoint': 'OTEL_EXPORTER_OTLP_ENDPOINT',
};

function fromEnvironment(name: SettingName): string | boolean | undefined {
  const text =
    process.env[`BTCP_${name.toUpperCase().replaceAll('-', '_')}`] || process.env[OTHER_VARIABLES[name] ?? ''];
  if (text === undefined || text === '') return undefined;
  return SETTINGS[name].kind === 'switch' ? !['0', 'false', 'no'].includes(text.toLowerCase()) : text;
}

function readConfig(path: string | undefined): Record<string, unknown> {
  const file = path ?? join(configDirectory(), 'config.json');
  if (path === undefined && !existsSync(file)) return {};
  try {
    const config: Record<string, unknown> = JSON.parse(readFileSync(file, 'utf8'));
    const unknown = Object.keys(config).filter((name) => !Object.hasOwn(SETTINGS, name));
    if (unknown.length > 0) throw new Error(`it has no setting "${unknown.join('", "')}"`);
    return Object.fromEntries(
      Object.entries(config).map(([name, value]) => [name, typeof value === 'boolean' ? value : String(value)]),
    );
  } catch (cause) {
    throw new BtcpError('invalid_input', `The config file ${file} cannot be used: ${(cause as Error).message}.`, {
      hint: `It is a JSON object of settings such as {"port": 4700}: ${Object.keys(SETTINGS).join(', ')}.`,
      cause,
    });
  }
}
