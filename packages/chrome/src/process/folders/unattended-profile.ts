import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const REFUSED = 2;

// Chrome has no flags for these settings, and would ask in a hidden window that holds back all input.
const SETTINGS: Record<string, Record<string, unknown>> = {
  'Local State': {
    // The one HTTP authentication that never asks.
    'auth.schemes': 'negotiate',
  },
  [join('Default', 'Preferences')]: {
    'hardware.screen_capture_enabled': false,
    'profile.default_content_setting_values.bluetooth_guard': REFUSED,
    'profile.default_content_setting_values.hid_guard': REFUSED,
    'profile.default_content_setting_values.serial_guard': REFUSED,
    'profile.default_content_setting_values.usb_guard': REFUSED,
    // Agents must not be talked into untrusted certificates.
    'ssl.error_override_allowed': false,
    // Its PDF viewer cannot be read; the headless shell downloads the file.
    'plugins.always_open_pdf_externally': true,
  },
};

export function unattended(profile: string): () => void {
  const undo = Object.entries(SETTINGS).map(([name, settings]) => apply(join(profile, name), settings));
  return () => {
    for (const each of undo) each();
  };
}

function apply(file: string, settings: Record<string, unknown>): () => void {
  const before = Object.entries(change(file, settings));
  // A killed process left its settings behind.
  const chosen = before.map(([path, value]) => [path, value === settings[path] ? undefined : value]);
  return () => change(file, Object.fromEntries(chosen));
}

function change(file: string, settings: Record<string, unknown>): Record<string, unknown> {
  const state = read(file);
  const before = Object.entries(settings).map(([path, value]) => [path, put(state, path.split('.'), value)]);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(state));
  return Object.fromEntries(before);
}

type Settings = { [name: string]: unknown };

function put(settings: Settings, [name = '', ...deeper]: string[], value: unknown): unknown {
  const before = settings[name];
  if (deeper.length > 0) {
    const inner = isSettings(before) ? before : {};
    settings[name] = inner;
    return put(inner, deeper, value);
  }
  settings[name] = value;
  return before;
}

function isSettings(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function read(file: string): Settings {
  try {
    const state: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isSettings(state) ? state : {};
  } catch {
    // Missing or unreadable: Chrome starts fresh, too.
    return {};
  }
}
