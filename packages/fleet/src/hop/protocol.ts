export interface ProtocolRange {
  oldest: number;
  newest: number;
}

/** A change of the protocol raises `newest`; `oldest` follows one release later, so that a fleet is upgraded server by server. */
export const SPOKEN: ProtocolRange = { oldest: 1, newest: 1 };

// Of a member that announces none.
const FIRST: ProtocolRange = { oldest: 1, newest: 1 };

/** Returns the newest protocol that both understand; undefined if there is none. */
export function commonProtocol(other: ProtocolRange = FIRST, own: ProtocolRange = SPOKEN): number | undefined {
  const newest = Math.min(own.newest, other.newest);
  return newest >= Math.max(own.oldest, other.oldest) ? newest : undefined;
}
