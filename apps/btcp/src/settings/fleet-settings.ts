import { readFileSync, statSync } from 'node:fs';
import { listOf, oneOf, type SettingName, type Settings, usageError, wholeNumber } from './settings.js';

export interface FleetSettings {
  servers: string;
  ca: string | undefined;
  credentials: string | undefined;
  role: 'worker' | 'gateway' | 'both';
  key: string;
  labels: Record<string, string>;
  advertiseUrl: string | undefined;
  /** In bytes. */
  fileQuota: { session: number; total: number };
}

export const FLEET_SETTINGS = [
  'role',
  'fleet-key',
  'fleet-key-file',
  'fleet-labels',
  'fleet-file-quota',
  'fleet-ca',
  'fleet-credentials',
  'advertise-url',
] as const satisfies SettingName[];

const OTHERS = 0o077;
const ROLES = ['worker', 'gateway', 'both'] as const;
const LABEL = /^([\w.-]+)=([\w.-]+)$/;
const NATS_ADDRESS = /^(?:nats|tls):\/\/[^/]+\/?$/;

export function fleetSettings(settings: Settings): FleetSettings | undefined {
  const { fleet } = settings;
  if (fleet === undefined) {
    refuseWithoutFleet(settings);
    return undefined;
  }
  if (listOf(fleet).length === 0 || !listOf(fleet).every((address) => NATS_ADDRESS.test(address)))
    throw usageError('--fleet is not a NATS address.', 'Give nats://HOST:PORT, or tls://HOST:PORT.');
  if (settings.ownership === 'single')
    throw usageError(
      '--ownership single cannot be used with --fleet.',
      'Every session of a fleet has its own browser.',
    );
  if (settings.connect !== undefined)
    throw usageError('--connect cannot be used with --fleet.', 'A running browser cannot move to another machine.');
  const role = oneOf('role', settings.role, ROLES, 'both');
  const isEverywhere = settings.host === '0.0.0.0' || settings.host === '::';
  if (role !== 'gateway' && isEverywhere && settings['advertise-url'] === undefined)
    throw usageError(
      `A worker that serves on ${settings.host} needs --advertise-url.`,
      'Name the address at which gateways reach it, such as http://10.0.0.7:4700.',
    );
  return {
    servers: fleet,
    ca: settings['fleet-ca'],
    credentials: credentials(settings['fleet-credentials']),
    role,
    key: readKey(settings),
    labels: Object.fromEntries(listOf(settings['fleet-labels']).map(labelOf)),
    fileQuota: fileQuota(settings['fleet-file-quota']),
    advertiseUrl: advertised(settings['advertise-url']),
  };
}

function refuseWithoutFleet(settings: Settings): void {
  const given = FLEET_SETTINGS.find((name) => settings[name] !== undefined);
  if (given !== undefined) throw usageError(`--${given} needs --fleet.`, 'Name the NATS of the fleet with --fleet.');
}

const MB = 1024 * 1024;
const SESSIONS_IN_TOTAL = 40;

function fileQuota(text: string | undefined): FleetSettings['fileQuota'] {
  const session = wholeNumber('fleet-file-quota', text, 256) * MB;
  return { session, total: SESSIONS_IN_TOTAL * session };
}

function readKey({ 'fleet-key': key, 'fleet-key-file': file }: Settings): string {
  if (key !== undefined) {
    // So that no program that is started here inherits it.
    delete process.env.BTCP_FLEET_KEY;
    return key;
  }
  if (file === undefined)
    throw usageError('A fleet needs a key.', 'Give every server the same --fleet-key-file, or set BTCP_FLEET_KEY.');
  return readPrivate('fleet key', file);
}

function credentials(file: string | undefined): string | undefined {
  return file === undefined ? undefined : readPrivate('credentials for NATS', file);
}

function readPrivate(what: string, file: string): string {
  try {
    // Windows protects user folders by other means.
    const isOpen = process.platform !== 'win32' && (statSync(file).mode & OTHERS) !== 0;
    if (isOpen) throw new Error('others on this machine can read it');
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw usageError(
      `The ${what} in ${file} cannot be used: ${(cause as Error).message}.`,
      `Make the file yours alone: chmod 600 ${file}`,
    );
  }
}

function labelOf(text: string): [string, string] {
  const [, name, value] = LABEL.exec(text) ?? [];
  if (name !== undefined && value !== undefined) return [name, value];
  throw usageError(`--fleet-labels has "${text}".`, 'Give names and values, such as region=eu,gpu=yes.');
}

function advertised(url: string | undefined): string | undefined {
  if (url === undefined || (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) return url;
  throw usageError(`--advertise-url is "${url}".`, 'Give an address such as http://10.0.0.7:4700.');
}
