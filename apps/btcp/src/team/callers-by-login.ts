import { readRequest } from '@btcp/access';
import type { Logins } from '../system/logins.js';
import { findTokenById } from '../system/named-tokens.js';
import type { Callers } from './callers.js';

/** People who have signed in at the web page with a token of their own; the sign-in ends with that token. */
export function callersByLogin(logins: Logins, file: string): Callers {
  return {
    async find(headers) {
      const { token = '' } = readRequest(headers);
      const holder = await logins.holderOf(token);
      const caller = holder === undefined ? undefined : findTokenById(file, holder);
      if (!caller) return undefined;
      const isValid = () => !logins.hasEnded(token) && findTokenById(file, caller.id) !== undefined;
      return { caller, key: token, isValid };
    },
  };
}
