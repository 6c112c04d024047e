import { BtcpError, isErrorCode, isObject } from '@btcp/protocol';
import { strangeAnswer } from './answers.js';
import type { PageAnswer } from './page-link.js';

/** The data of a browser agent's response, or its error, thrown. */
export function readResponse(response: unknown): PageAnswer {
  if (!isObject(response)) throw strangeAnswer();
  if (response.success === true) return isObject(response.data) ? response.data : {};
  const { error, errorCode, suggestions } = response;
  // What a page suggests is its own word, and no hint of ours.
  const message = [error, ...(Array.isArray(suggestions) ? suggestions : [])].map(String).join(' ');
  throw new BtcpError(isErrorCode(errorCode) ? errorCode : 'internal', message, {
    hint: 'browser_snapshot shows what is on the page.',
  });
}
