import { BtcpError, isErrorCode, isObject } from '@btcp/protocol';
import type { PageAnswer } from './page-link.js';

/** The data of a browser agent's response, or its error, thrown. */
export function readResponse(response: unknown): PageAnswer {
  if (!isObject(response)) throw new BtcpError('internal', 'The page answered in a way that no agent does.');
  if (response.success === true) return isObject(response.data) ? response.data : {};
  const { error, errorCode, suggestions } = response;
  const hint = Array.isArray(suggestions) && suggestions.length > 0 ? String(suggestions[0]) : undefined;
  throw new BtcpError(isErrorCode(errorCode) ? errorCode : 'internal', String(error), { hint });
}
