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

const REDACTED = '[redacted]';

/** The arguments of a call as watchers may see them. Text is left out unless it is known to be harmless. */
export function redactArguments(input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, redact(name, value)]));
}

function redact(name: string, value: unknown): unknown {
  // The tools of pages have arguments of their own: nothing is known of what they mean.
  if (name === 'arguments') return REDACTED;
  if (typeof value === 'string') return TOLD.has(name) ? withoutQuery(value, name) : REDACTED;
  if (Array.isArray(value)) return value.map((item) => redact(name, item));
  if (typeof value === 'object' && value !== null) return redactArguments(value as Record<string, unknown>);
  return value;
}

function withoutQuery(value: string, name: string): string {
  return name === 'url' ? publicAddress(value) : value;
}

/** An address without what may be secret in it: names and passwords, the query, the fragment, the body of a data: URL. */
export function publicAddress(url: string): string {
  const address = url.trim();
  if (/^data:/i.test(address)) return 'data:…';
  return address.replace(USER_INFO, '$1').replace(/[?#].*$/s, '');
}

/** A name and a password before the host, also where a caller leaves out the scheme or its slashes. */
const USER_INFO = /^((?:[a-z][a-z0-9+.-]*:[/\\]+|https?:|[/\\]+)?)[^/\\?#]*@/i;
