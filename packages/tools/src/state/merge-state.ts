import type { BrowserState, StateChange } from '../port/storage.js';

type Cookie = Record<string, unknown>;

/** What a browser did to the state that it began with. What was read only in part is left out. */
export function changesBetween(before: BrowserState, after: BrowserState): StateChange[] {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  const changes: StateChange[] = [];
  for (const key of new Set([...old.keys(), ...now.keys()])) {
    const { value: was, place } = old.get(key) ?? { value: null, place: now.get(key)?.place };
    const is = now.get(key)?.value ?? null;
    if (!place || JSON.stringify(was) === JSON.stringify(is)) continue;
    if (place.kind !== 'cookie' && (!isWhole(place, after) || !isWhole(place, before, true))) continue;
    changes.push({ ...place, before: was, after: is } as StateChange);
  }
  return changes;
}

function isWhole({ kind, origin }: StoredPlace, { storage }: BrowserState, isEmptyWithout = false): boolean {
  const read = storage.find((each) => each.origin === origin);
  if (!read) return isEmptyWithout;
  if (!read.leftOut?.length) return true;
  return kind === 'local' && Object.keys(read.local).length > 0;
}

export interface MergeOptions {
  /** Whether these changes win over others that the browser got since. */
  wins: boolean;
  /** Earlier changes that were merged: what they brought is no change of the browser itself. */
  merged: readonly StateChange[];
}

/** The changes that a browser in the state `current` still has to get. */
export function changesToMake(
  changes: readonly StateChange[],
  current: BrowserState,
  { wins, merged }: MergeOptions,
): StateChange[] {
  const held = valuesOf(current);
  const brought = new Map(merged.map((change) => [keyOf(change), change.after]));
  return changes.filter((change) => {
    const key = keyOf(change);
    const now = held.get(key)?.value ?? null;
    if (JSON.stringify(now) === JSON.stringify(change.after)) return false;
    return wins || isSame(now, change.before) || (brought.has(key) && isSame(now, brought.get(key)));
  });
}

interface StoredPlace {
  kind: 'local' | 'database';
  origin: string;
  name: string;
}

interface Held {
  place: { kind: 'cookie' } | StoredPlace;
  value: unknown;
}

function valuesOf({ cookies, storage }: BrowserState): Map<string, Held> {
  const values = new Map<string, Held>();
  for (const cookie of cookies) values.set(cookieKey(cookie), { place: { kind: 'cookie' }, value: keptOf(cookie) });
  for (const { origin, local, databases = [] } of storage) {
    const put = (kind: 'local' | 'database', name: string, value: unknown) =>
      values.set(JSON.stringify([kind, origin, name]), { place: { kind, origin, name }, value });
    for (const [name, value] of Object.entries(local)) put('local', name, value);
    for (const database of databases) put('database', database.name, database);
  }
  return values;
}

function keyOf(change: StateChange): string {
  if (change.kind !== 'cookie') return JSON.stringify([change.kind, change.origin, change.name]);
  return cookieKey(change.after ?? change.before ?? {});
}

function cookieKey({ name, domain, path, partitionKey = null }: Cookie): string {
  return JSON.stringify(['cookie', domain, path, name, partitionKey]);
}

// Without what Chrome computes, and with whole seconds: it changes fractions of them.
function keptOf({ size: _size, expires, ...cookie }: Cookie): Cookie {
  return { ...cookie, ...(typeof expires === 'number' ? { expires: Math.round(expires) } : {}) };
}

// Chrome may shorten the life of a cookie that is copied, and other facts about its origin, so they do not count here.
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(essence(one)) === JSON.stringify(essence(other));
}

function essence(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('domain' in value)) return value;
  const { value: text, httpOnly, secure, sameSite = null } = value as Cookie;
  return [text, httpOnly, secure, sameSite];
}
