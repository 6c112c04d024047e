import type { IncomingHttpHeaders } from 'node:http';

interface Cookie {
  name: string;
  path: string;
  sameSite: 'Strict' | 'Lax';
  isSecure: boolean;
}

/** The cookies of a server at this address. A browser sends them to every port of a host, so their names have the port. */
export function cookiesAt(address: string): { session: Cookie; attempt: Cookie } {
  const { protocol, port, pathname } = new URL(address);
  const isSecure = protocol === 'https:';
  // Browsers let no other host and no subdomain set a cookie with this beginning, which has to be for all paths.
  const beginning = !isSecure ? '' : pathname === '/' ? '__Host-' : '__Secure-';
  const name = `${beginning}btcp${port && `-${port}`}`;
  return {
    session: { name, path: pathname, sameSite: 'Strict', isSecure },
    // The provider sends the browser back from another site.
    attempt: { name: `${name}-sign-in`, path: pathname, sameSite: 'Lax', isSecure },
  };
}

export function setCookie({ name, path, sameSite, isSecure }: Cookie, value: string, lifetime: number): string {
  const seconds = Math.ceil(lifetime / 1_000);
  const secure = isSecure ? '; Secure' : '';
  return `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${secure}`;
}

export function readCookie(headers: Headers | IncomingHttpHeaders, { name }: Cookie): string | undefined {
  const all = headers instanceof Headers ? headers.get('cookie') : headers.cookie;
  const found = (all ?? '').split(';').find((part) => part.trim().startsWith(`${name}=`));
  return found?.trim().slice(name.length + 1) || undefined;
}
