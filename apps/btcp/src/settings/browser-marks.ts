import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { secretVariables } from './secrets.js';
import type { SettingName, Settings } from './settings.js';

/** Settings of browsers: all conversations of a server share them. */
export const BROWSER_SETTINGS = [
  'browser',
  'chrome',
  'connect',
  'chrome-args',
  'headed',
  'isolation',
  'profile',
  'viewport',
  'max-image-size',
  'allow-host',
  'deny-host',
  'private-network',
  'proxy',
  'client-certificate',
  'ignore-tls-errors',
  'output-dir',
  'save-video',
  'upload-dir',
  'image-dir',
  'download-limit',
  'idle',
  'max-sessions',
  'secrets',
] as const satisfies SettingName[];

const COMPARED = [...BROWSER_SETTINGS, 'otlp-endpoint'] as const satisfies SettingName[];
const PATHS: ReadonlySet<SettingName> = new Set(['output-dir', 'save-video', 'upload-dir', 'image-dir', 'secrets']);
const PROXY_VARIABLES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'];

/** What was set for browsers, as hashes by name: values may be secret. */
export type BrowserMarks = Readonly<Record<string, string>>;

/** Call it before the secrets are read, which removes their variables. */
export function browserMarks(settings: Settings): BrowserMarks {
  const values: [string, unknown][] = COMPARED.map((name) => [`--${name}`, settingValue(name, settings)]);
  const secrets = Object.entries(secretVariables()).sort();
  values.push(['BTCP_SECRET_…', secrets.length === 0 ? undefined : secrets]);
  for (const name of PROXY_VARIABLES) values.push([name, process.env[name] || undefined]);
  return Object.fromEntries(
    values.flatMap(([name, value]) => (value === undefined || value === false ? [] : [[name, hash(value)]])),
  );
}

export function unmet(wanted: BrowserMarks, given: BrowserMarks): string[] {
  return Object.keys(wanted).filter((name) => wanted[name] !== given[name]);
}

function settingValue(name: (typeof COMPARED)[number], settings: Settings): string | boolean | undefined {
  const value = settings[name];
  if (typeof value !== 'string' || !PATHS.has(name)) return value;
  return value
    .split(',')
    .map((path) => resolve(path.trim()))
    .join(',');
}

function hash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16);
}
