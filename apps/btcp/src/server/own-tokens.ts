import { sameSecret } from '@btcp/access';
import type { LiveLinks } from '@btcp/host';
import type { Logins } from '../system/logins.js';
import { isNamedToken } from '../system/named-tokens.js';
import { pageTokenOf } from '../system/token.js';

interface OwnTokens {
  token: string | null;
  metricsToken?: string | undefined;
  logins: Logins;
  links: LiveLinks;
}

export function ownTokens({ token, metricsToken, logins, links }: OwnTokens): (shown: string) => Promise<boolean> {
  const secrets = [token ?? [], token === null ? [] : pageTokenOf(token), metricsToken ?? []].flat();
  return async (shown) =>
    isNamedToken(shown) ||
    secrets.some((secret) => sameSecret(shown, secret)) ||
    (await logins.isOfLogin(shown)) ||
    (await links.check(shown)) !== undefined;
}
