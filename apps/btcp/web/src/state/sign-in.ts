import { serverPath } from './server-path.ts';

// Storage belongs to this scheme, host and port; a cookie would go to every port of the host.
const KEY = `btcp-login${serverPath('')}`;
const RENEWED_KEY = `${KEY}-renewed`;
const RENEW_AFTER_MS = 60 * 60_000;

/** The host of the OpenID provider at which people sign in; empty without one. */
export const PROVIDER = document.documentElement.dataset.provider ?? '';

export function ownToken(): string {
  return localStorage.getItem(KEY) ?? '';
}

export function keepToken(token: string): void {
  localStorage.setItem(KEY, token);
  localStorage.setItem(RENEWED_KEY, String(Date.now()));
}

export function forgetToken(): void {
  localStorage.removeItem(KEY);
  localStorage.removeItem(RENEWED_KEY);
}

export function isDue(): boolean {
  return ownToken() !== '' && Date.now() - Number(localStorage.getItem(RENEWED_KEY)) > RENEW_AFTER_MS;
}

/** Where a person signs in at the provider; after a refusal or a sign-out they choose an account again. */
export function providerAddress(page: string, isAgain: boolean): string {
  const query = new URLSearchParams({ page, ...(isAgain ? { again: '' } : {}) });
  return serverPath(`/auth/sign-in?${query}`);
}

export function ownFetch(path: string, init: RequestInit = {}): Promise<Response> {
  const token = ownToken();
  const headers = { ...init.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) };
  return fetch(serverPath(path), { ...init, headers });
}
