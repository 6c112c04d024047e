import { BtcpError, MASK } from '@btcp/protocol';
import type { Cookie, CookieCommand } from '@btcp/tools';
import type { CookieData, Page, Cookie as StoredCookie } from 'puppeteer-core';

export async function runCookies(page: Page, command: CookieCommand): Promise<Cookie[]> {
  const context = page.browserContext();
  const { action, name, value = '', domain, path } = command;
  if (action === 'set') await context.setCookie(await toSet(page, { ...command, value }));
  const isMeant = (cookie: StoredCookie) =>
    (name === undefined || cookie.name === name) &&
    (domain === undefined || cookie.domain.replace(/^\./, '') === domain.replace(/^\./, '')) &&
    (path === undefined || cookie.path === path);
  const found = (await context.cookies()).filter(isMeant);
  if (found.length === 0 && (action === 'get' || action === 'delete')) {
    throw new BtcpError('not_found', `There is no cookie ${JSON.stringify(name)}.`, {
      hint: 'Action list shows them.',
    });
  }
  if (action === 'delete' || action === 'clear') await context.deleteCookie(...found);
  return found.map(shown);
}

async function toSet(page: Page, command: CookieCommand & { value: string }): Promise<CookieData> {
  const { name = '', value, domain, path = '/', expires, httpOnly, secure, sameSite } = command;
  const url = page.url();
  if (domain === undefined && !/^https?:/.test(url)) {
    throw new BtcpError('invalid_input', `${url} has no cookies.`, { hint: 'Give a domain, or open a page first.' });
  }
  return {
    name,
    value,
    domain: domain ?? new URL(url).hostname,
    path,
    ...(expires === undefined ? {} : { expires }),
    ...(httpOnly === undefined ? {} : { httpOnly }),
    ...(secure === undefined ? {} : { secure }),
    ...(sameSite === undefined ? {} : { sameSite }),
  };
}

// What pages cannot read is masked.
function shown({ name, value, domain, path, expires, httpOnly = false, secure, sameSite }: StoredCookie): Cookie {
  const known = sameSite === 'Strict' || sameSite === 'Lax' || sameSite === 'None' ? { sameSite } : {};
  return { name, value: httpOnly ? MASK : value, domain, path: path ?? '/', expires, httpOnly, secure, ...known };
}
