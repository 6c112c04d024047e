import type { IncomingHttpHeaders } from 'node:http';
import { readRequest } from '@btcp/access';
import { findToken, type NamedToken } from '../system/named-tokens.js';

/** Somebody of a team, with what they have shown. */
export interface FoundCaller {
  caller: NamedToken;
  /** Names what was shown: the same for every request with it. */
  key: string;
  /** Whether it still counts; streams end when it does not. */
  isValid(): boolean;
}

export interface Callers {
  /** Undefined leaves the request to the other ways, and to the checks of the server. */
  find(headers: Headers | IncomingHttpHeaders): Promise<FoundCaller | undefined>;
}

export function callersByToken(file: string, shared?: { assertUp(): void }): Callers {
  return {
    async find(headers) {
      const { token = '' } = readRequest(headers);
      const caller = findToken(file, token);
      // Another gateway may have revoked it meanwhile.
      if (caller) shared?.assertUp();
      return caller && { caller, key: token, isValid: () => findToken(file, token) !== undefined };
    },
  };
}
