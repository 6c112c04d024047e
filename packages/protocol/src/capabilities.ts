/** The capabilities of the client specification; the public specification divides them further. */
export const CAPABILITIES = [
  'dom:read',
  'dom:write',
  'storage:read',
  'storage:write',
  'network:fetch',
  'clipboard:read',
  'clipboard:write',
] as const;

const KNOWN =
  /^((dom|storage(:\w+)?|clipboard):(read|write)|dom:(interact|observe|shadow)|network:(fetch|websocket)(:\S+)?)$/;

/** Whether a capability exists: a tool with another one is refused, since nobody could know what it asks for. */
export function isCapability(name: string): boolean {
  return KNOWN.test(name);
}

/**
 * Whether a grant covers a capability: a shorter grant covers longer names, `*` any segment, and write covers read.
 * @example
 * covers('storage:read', 'storage:local:read'); // true
 * covers('dom:write', 'dom:read'); // true
 * covers('dom:read', 'dom:write'); // false
 */
export function covers(grant: string, needed: string): boolean {
  const given = segmentsOf(grant);
  const wanted = segmentsOf(needed);
  const first = given[0];
  if (first !== '*' && first !== wanted[0]) return false;
  let at = 0;
  for (const segment of wanted) {
    const next = given[at];
    if (next !== undefined && (next === '*' || next === segment || implies(next, segment, wanted))) at += 1;
  }
  return at === given.length;
}

/** Returns the needed capabilities that no grant covers. */
export function missingCapabilities(needed: readonly string[], grants: readonly string[]): string[] {
  return needed.filter((name) => !grants.some((grant) => covers(grant, name)));
}

function segmentsOf(name: string): string[] {
  return (name === 'dom:interact' ? 'dom:write' : name).split(':');
}

function implies(given: string, wanted: string, [area, kind]: string[]): boolean {
  if (given === 'write' && wanted === 'read') return area === 'dom' || (area === 'storage' && kind !== 'cookie');
  return given === 'cross-origin' && wanted === 'same-origin' && kind === 'fetch';
}
