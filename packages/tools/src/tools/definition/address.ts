import { BtcpError } from '@btcp/protocol';

const ALLOWED_SCHEMES = ['http:', 'https:', 'data:'];

// `localhost:3000` is a host and a port, `mailto:someone` is a scheme: a port starts with a digit.
const SCHEME = /^[a-z][a-z0-9+.-]*:(?!\d)/i;

const LOCAL_HOST = /^(localhost|127\.[\d.]+|0\.0\.0\.0|\[::1\]|[^/:]+\.localhost)(?=[:/?#]|$)/i;

/** Returns the URL for typed text, and rejects schemes that reach the machine or run scripts. */
export function toAddress(typed: string): string {
  const text = typed.trim();
  if (text.toLowerCase() === 'about:blank') return 'about:blank';
  const absolute = SCHEME.test(text) ? text : `${LOCAL_HOST.test(text) ? 'http' : 'https'}://${text}`;
  const url = parse(absolute, typed);
  if (ALLOWED_SCHEMES.includes(url.protocol)) return url.href;
  throw new BtcpError('denied', `${url.protocol} addresses are not opened: ${typed}`, {
    hint: 'Use an http or https address, about:blank, or a data: URL.',
  });
}

function parse(text: string, typed: string): URL {
  try {
    return new URL(text);
  } catch (cause) {
    throw new BtcpError('invalid_input', `"${typed}" is not a valid address.`, {
      hint: 'Give a full address such as https://example.com/path.',
      cause,
    });
  }
}
