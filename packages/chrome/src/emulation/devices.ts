import { BtcpError, didYouMean } from '@btcp/protocol';
import type { EmulationSettings } from '@btcp/tools';
import { DEVICE_ROWS, USER_AGENTS } from './device-rows.js';

const LANDSCAPE = / landscape$/i;
const MOBILE = 1;
const TOUCH = 2;

/** Returns the settings of a device by Playwright's name; `version` is the one of Chrome that its user agent names. */
export function deviceSettings(name: string, version: string): EmulationSettings {
  const isTurned = LANDSCAPE.test(name);
  const wanted = name.replace(LANDSCAPE, '').trim().toLowerCase();
  const row = DEVICE_ROWS.find(
    ([known, , , , ...sides]) => known.toLowerCase() === wanted && (!isTurned || sides.length > 2),
  );
  if (!row) throw unknownDevice(name);
  const [, agent, pixelRatio, flags, width, height, turnedWidth, turnedHeight] = row;
  return {
    width: isTurned ? turnedWidth : width,
    height: isTurned ? turnedHeight : height,
    pixelRatio,
    mobile: (flags & MOBILE) !== 0,
    touch: (flags & TOUCH) !== 0,
    userAgent: (USER_AGENTS[agent] ?? '').replaceAll('/*', `/${version}`),
  };
}

function unknownDevice(name: string): BtcpError {
  const names = DEVICE_ROWS.map(([known]) => known);
  return new BtcpError('invalid_input', `There is no device ${JSON.stringify(name)}.`, {
    hint: `${didYouMean(name, names)}The devices are ${names.join(', ')}; most of them with landscape behind the name too.`,
  });
}
