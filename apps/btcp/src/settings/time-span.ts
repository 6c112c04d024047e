import { duration, toMilliseconds } from '@btcp/tools';
import { type SettingName, usageError } from './settings.js';

export function timeSpan(name: SettingName, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const parsed = duration.safeParse(/^\d+$/.test(text) ? Number(text) : text);
  if (parsed.success) return toMilliseconds(parsed.data);
  throw usageError(`--${name} is "${text}".`, 'Give a time such as 30m, 15s or 500ms.');
}
