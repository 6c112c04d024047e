const SHOWN = new Set([
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
  'tool',
  'purpose',
  'message',
  'tab',
  'id',
  'timeout',
]);

const REDACTED = '[redacted]';

export function redactArguments(input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, redact(name, value)]));
}

function redact(name: string, value: unknown): unknown {
  // Arguments of page tools can mean anything.
  if (name === 'arguments') return REDACTED;
  if (typeof value === 'string') return SHOWN.has(name) ? withoutQuery(value, name) : REDACTED;
  if (Array.isArray(value)) return value.map((item) => redact(name, item));
  if (typeof value === 'object' && value !== null) return redactArguments(value as Record<string, unknown>);
  return value;
}

function withoutQuery(value: string, name: string): string {
  return name === 'url' ? publicAddress(value) : value;
}

/** Removes credentials, query, fragment and the body of a data: URL from an address. */
export function publicAddress(url: string): string {
  const address = url.trim();
  if (/^data:/i.test(address)) return 'data:…';
  return address.replace(USER_INFO, '$1').replace(/[?#].*$/s, '');
}

// Callers may leave out the scheme or its slashes.
const USER_INFO = /^((?:[a-z][a-z0-9+.-]*:[/\\]+|https?:|[/\\]+)?)[^/\\?#]*@/i;
