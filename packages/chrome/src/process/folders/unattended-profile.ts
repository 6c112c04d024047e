import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Chrome's word for a refusal that is not asked about. */
const REFUSED = 2;

/**
 * What Chrome would ask in a window of its own. Nobody sees that one when it is headless, it holds back every click and
 * key until it has an answer, and there is no flag against it.
 */
const SETTINGS: Record<string, Record<string, unknown>> = {
  'Local State': {
    // Of the ways to sign in that a server may demand, the one for which Chrome asks nobody.
    'auth.schemes': 'negotiate',
  },
  [join('Default', 'Preferences')]: {
    // Which screen or window a page may film.
    'hardware.screen_capture_enabled': false,
    // Which device a page may speak to.
    'profile.default_content_setting_values.bluetooth_guard': REFUSED,
    'profile.default_content_setting_values.hid_guard': REFUSED,
    'profile.default_content_setting_values.serial_guard': REFUSED,
    'profile.default_content_setting_values.usb_guard': REFUSED,
    // Whether to go on to a site whose certificate is not trusted: no agent is to be talked into that.
    'ssl.error_override_allowed': false,
    // A viewer in which nothing can be read; the headless shell has none, and gives the file.
    'plugins.always_open_pdf_externally': true,
  },
};

/** Has the Chrome of this profile refuse where it would ask, and gives back a way to undo that for people's own use. */
export function unattended(profile: string): () => void {
  const undo = Object.entries(SETTINGS).map(([name, settings]) => apply(join(profile, name), settings));
  return () => {
    for (const each of undo) each();
  };
}

/** Writes settings into a file, and gives back a way to have there what was there before. */
function apply(file: string, settings: Record<string, unknown>): () => void {
  const before = Object.entries(change(file, settings));
  // What a killed process could not take back was no choice of anyone's.
  const chosen = before.map(([path, value]) => [path, value === settings[path] ? undefined : value]);
  return () => change(file, Object.fromEntries(chosen));
}

/** What the settings were; undefined is none, before and after. */
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
    // A new profile has none, and Chrome itself begins anew when it cannot read it.
    return {};
  }
}
