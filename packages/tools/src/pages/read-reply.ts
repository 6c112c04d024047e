import { BtcpError, isErrorCode, isObject, type PageChanges, type PageWhere } from '@btcp/protocol';
import type { CheckedReply } from './page-link.js';

export function strangeAnswer(): BtcpError {
  return new BtcpError('internal', "The page's answer is not valid.", {
    hint: 'Reload the page with the client of this server.',
  });
}

/** Checks the reply to a page command, and throws its error. */
export function readReply(reply: unknown): CheckedReply {
  if (!isObject(reply)) throw strangeAnswer();
  if (reply.success === true) {
    const data = isObject(reply.data) ? reply.data : {};
    return {
      data,
      page: readWhere(reply.page),
      changes: Array.isArray(reply.changes) ? reply.changes.map(readChange) : undefined,
      title: typeof reply.title === 'string' ? reply.title : undefined,
      isLeaving: data.leaving === true,
    };
  }
  const { error, errorCode, suggestions } = reply;
  // Suggestions are words of the page, so they must not become a hint of ours.
  const message = [error, ...(Array.isArray(suggestions) ? suggestions : [])].map(String).join(' ');
  throw new BtcpError(isErrorCode(errorCode) ? errorCode : 'internal', message, {
    hint: 'browser_snapshot shows what is on the page.',
  });
}

function readWhere(page: unknown): PageWhere | undefined {
  if (!isObject(page) || typeof page.url !== 'string') return undefined;
  return { url: page.url, title: String(page.title) };
}

const KINDS: readonly PageChanges['kind'][] = ['lines', 'page', 'earlier', 'unread'];

function readChange(change: unknown): PageChanges {
  const kind = isObject(change) ? KINDS.find((each) => each === change.kind) : undefined;
  if (!isObject(change) || kind === undefined || typeof change.text !== 'string') throw strangeAnswer();
  const { text, frame, onlyValueOf, announced, frames } = change;
  return {
    kind,
    text,
    ...(typeof frame === 'string' ? { frame } : {}),
    ...(typeof onlyValueOf === 'string' ? { onlyValueOf } : {}),
    ...(Array.isArray(announced) ? { announced: announced.map(String) } : {}),
    frames: Array.isArray(frames) ? frames.map(String) : [],
  };
}
