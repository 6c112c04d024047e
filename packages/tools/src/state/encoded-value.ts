// The form in which `btcp-browser-agent` saves values that JSON lacks.
interface Tagged {
  type: string;
  value?: unknown;
}

/** The value as plain JSON; undefined where JSON has no words for it. */
export function plain(saved: unknown): { value: unknown } | undefined {
  if (saved === null || typeof saved !== 'object') return { value: saved };
  if (Array.isArray(saved)) return plainList(saved);
  const { type, value } = saved as Tagged;
  if (type !== 'object') return undefined;
  const entries = value as [string, unknown][];
  const parts = plainList(entries.map(([, part]) => part));
  return parts && { value: Object.fromEntries(entries.map(([name], index) => [name, parts.value[index]])) };
}

function plainList(list: readonly unknown[]): { value: unknown[] } | undefined {
  const parts = list.map(plain);
  return parts.includes(undefined) ? undefined : { value: parts.map((part) => part?.value) };
}

/** A record of Playwright in our form: plain JSON, or what its own serializer wrote. */
export function encoded(value: unknown, theirs: unknown): unknown {
  return theirs === undefined ? fromPlain(value) : fromTheirs(theirs);
}

function fromPlain(value: unknown): unknown {
  if (value === undefined) return { type: 'undefined' };
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(fromPlain);
  return { type: 'object', value: Object.entries(value).map(([name, part]) => [name, fromPlain(part)]) };
}

function fromTheirs(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  const { v, d, bi, r, o, a, ta, ab } = value as Record<string, unknown>;
  if (typeof v === 'string')
    return v === 'null' ? null : v === 'undefined' ? { type: v } : { type: 'number', value: v };
  if (typeof d === 'string') return { type: 'Date', value: Date.parse(d) };
  if (typeof bi === 'string') return { type: 'bigint', value: bi };
  if (typeof r === 'object') return { type: 'RegExp', value: [Object(r).p, Object(r).f] };
  if (Array.isArray(a)) return a.map(fromTheirs);
  if (Array.isArray(o)) return { type: 'object', value: o.map((part) => [String(part.k), fromTheirs(part.v)]) };
  if (typeof ab === 'object') return { type: 'ArrayBuffer', value: Object(ab).b };
  if (typeof ta === 'object') return { type: VIEWS[String(Object(ta).k)] ?? 'Uint8Array', value: Object(ta).b };
  return { type: 'undefined' };
}

const VIEWS: Readonly<Record<string, string>> = {
  i8: 'Int8Array',
  ui8: 'Uint8Array',
  ui8c: 'Uint8ClampedArray',
  i16: 'Int16Array',
  ui16: 'Uint16Array',
  i32: 'Int32Array',
  ui32: 'Uint32Array',
  f32: 'Float32Array',
  f64: 'Float64Array',
  bi64: 'BigInt64Array',
  bui64: 'BigUint64Array',
};
