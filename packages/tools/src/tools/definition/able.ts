import { BtcpError } from '@btcp/protocol';
import type { ShieldedSession } from '../../secrets/shield.js';

type Optional = {
  [Name in keyof ShieldedSession]-?: undefined extends ShieldedSession[Name] ? Name : never;
}[keyof ShieldedSession];

/** A power that not every kind of browser has. */
export function able<Name extends Exclude<Optional, 'live'>>(
  session: ShieldedSession,
  name: Name,
): NonNullable<ShieldedSession[Name]> {
  const power = session[name];
  if (power) return power;
  throw new BtcpError('unsupported', 'This browser cannot do this: it needs Chrome.', {
    hint: 'Connected pages and Firefox do not support it. Start the server without --browser, or use a session with Chrome.',
  });
}
