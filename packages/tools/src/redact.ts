/** Arguments whose text says what a call is about, and is never what somebody would type into a page. */
const TOLD = new Set([
  'selector',
  'ref',
  'url',
  'direction',
  'button',
  'state',
  'loadState',
  'waitUntil',
  'action',
  'for',
  'purpose',
  'message',
  'tab',
  'id',
  'timeout',
]);

/** The arguments of a call as watchers may see them. Text is left out unless it is known to be harmless. */
export function redactArguments(input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, redact(name, value)]));
}

function redact(name: string, value: unknown): unknown {
  if (typeof value === 'string') return TOLD.has(name) ? withoutQuery(value, name) : '[redacted]';
  if (Array.isArray(value)) return value.map((item) => redact(name, item));
  if (typeof value === 'object' && value !== null) return redactArguments(value as Record<string, unknown>);
  return value;
}

function withoutQuery(value: string, name: string): string {
  return name === 'url' ? publicAddress(value) : value;
}

/** An address without what may be secret in it: names and passwords, the query, the fragment, the body of a data: URL. */
export function publicAddress(url: string): string {
  if (/^data:/i.test(url)) return 'data:…';
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1').replace(/[?#].*$/s, '');
}
