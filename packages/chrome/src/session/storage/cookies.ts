import { BtcpError, MASK } from '@btcp/protocol';
import type { Cookie, CookieCommand } from '@btcp/tools';
import type { Protocol } from 'puppeteer-core';
import { type CookieJar, inContext } from './browser-state.js';

export async function runCookieCommand(jar: CookieJar, command: CookieCommand, pageUrl: string): Promise<Cookie[]> {
  const { action } = command;
  if (action === 'set') await set(jar, command, pageUrl);
  const found = (await read(jar)).filter((cookie) => isMeant(cookie, command, pageUrl));
  if (action === 'get' && found.length === 0) throw noSuchCookie(command);
  if (action === 'delete' || action === 'clear') {
    if (action === 'delete' && found.length === 0) throw noSuchCookie(command);
    await remove(jar, found);
  }
  return found.map(shown);
}

async function read({ root, context }: CookieJar): Promise<Protocol.Network.Cookie[]> {
  return (await root.send('Storage.getCookies', inContext(context))).cookies;
}

async function set({ root, context }: CookieJar, command: CookieCommand, pageUrl: string): Promise<void> {
  const { name = '', value = '', domain, path, expires, httpOnly, secure, sameSite } = command;
  if (domain === undefined && !/^https?:/.test(pageUrl)) {
    throw new BtcpError('invalid_input', `${pageUrl} has no cookies.`, {
      hint: 'Give a domain, or open a page first.',
    });
  }
  const fields = { path, expires, httpOnly, secure, sameSite };
  const given = Object.fromEntries(Object.entries(fields).filter(([, field]) => field !== undefined));
  const place = domain === undefined ? { url: pageUrl } : { domain, path: path ?? '/' };
  await root
    .send('Storage.setCookies', { cookies: [{ name, value, ...place, ...given }], ...inContext(context) })
    .catch((cause) => {
      throw new BtcpError('invalid_input', `Chrome rejected the cookie ${JSON.stringify(name)}: ${cause.message}.`, {
        hint: 'sameSite None needs secure, and __Host- or __Secure- names have rules of their own.',
        cause,
      });
    });
}

// Overwrites them as expired: Chrome deletes by name in one tab only.
async function remove({ root, context }: CookieJar, cookies: readonly Protocol.Network.Cookie[]): Promise<void> {
  const expired = cookies.map(({ size: _size, session: _session, ...cookie }) => ({ ...cookie, expires: 1 }));
  if (expired.length > 0) await root.send('Storage.setCookies', { cookies: expired, ...inContext(context) });
}

function isMeant(
  cookie: Protocol.Network.Cookie,
  { action, name, domain, path }: CookieCommand,
  pageUrl: string,
): boolean {
  if (name !== undefined && cookie.name !== name) return false;
  if (path !== undefined && cookie.path !== path) return false;
  const host = domain ?? (action === 'set' ? new URL(pageUrl).hostname : undefined);
  return host === undefined || isOf(cookie.domain, host);
}

function isOf(domain: string, wanted: string): boolean {
  const [has, asked] = [domain, wanted].map((each) => each.replace(/^\./, '').toLowerCase());
  return has === asked || (has ?? '').endsWith(`.${asked}`);
}

// A value that no script of a page may read is not for models either.
function shown({ name, value, domain, path, expires, httpOnly, secure, sameSite }: Protocol.Network.Cookie): Cookie {
  return {
    name,
    value: httpOnly ? MASK : value,
    domain,
    path,
    expires,
    httpOnly,
    secure,
    ...(sameSite ? { sameSite } : {}),
  };
}

function noSuchCookie({ name, domain }: CookieCommand): BtcpError {
  const where = domain === undefined ? '' : ` of ${domain}`;
  return new BtcpError('not_found', `There is no cookie ${JSON.stringify(name)}${where}.`, {
    hint: 'Action list shows the cookies.',
  });
}
