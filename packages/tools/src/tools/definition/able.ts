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
  throw new BtcpError('unsupported', 'A page that a person has connected cannot do this.', {
    hint: 'Use a browser of the system for this.',
  });
}
