import { BROWSERS } from './definitions/browsers.js';
import { COMMANDS } from './definitions/commands.js';
import { FLEET } from './definitions/fleet.js';
import { SERVING } from './definitions/serving.js';
import { SESSIONS } from './definitions/sessions.js';
import type { Setting } from './definitions/setting.js';

/** Every setting. `--max-sessions` is also `BTCP_MAX_SESSIONS`, and `"max-sessions"` in the config file. */
export const SETTINGS = { ...SERVING, ...BROWSERS, ...SESSIONS, ...FLEET, ...COMMANDS } as const;

export type SettingName = keyof typeof SETTINGS;

export function settingOf(name: SettingName): Setting {
  return SETTINGS[name];
}

export function helpOf(name: SettingName): string {
  const { help, standard } = settingOf(name);
  return standard === undefined ? help : `${help} (${standard})`;
}

export function variablesOf(name: SettingName): string[] {
  const { otherVariable } = settingOf(name);
  return [`BTCP_${name.toUpperCase().replaceAll('-', '_')}`, ...(otherVariable === undefined ? [] : [otherVariable])];
}
