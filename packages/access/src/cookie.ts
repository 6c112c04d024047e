import { createHmac } from 'node:crypto';
import { sameSecret } from './same-secret.js';

const NAME = 'btcp';

/** Returns the cookie, as `name=value`, of a browser that has shown the token; it does not reveal the token. */
export function cookieOf(token: string): string {
  return `${NAME}=${createHmac('sha256', token).update('cookie').digest('base64url')}`;
}

/** Whether a `Cookie` header holds the cookie of this token. */
export function isCookieOf(token: string, header: string): boolean {
  const expected = cookieOf(token);
  return header.split(';').some((cookie) => sameSecret(cookie.trim(), expected));
}
