import { BtcpError, SAVE_AS_HEADER } from '@btcp/protocol';
import type { HonoRequest } from 'hono';

const MAX_PATH_LENGTH = 4_096;

/** Reads where the caller saves the file of the result: one line, as a path is. */
export function saveAsOf(request: HonoRequest): string | undefined {
  const header = request.header(SAVE_AS_HEADER);
  if (header === undefined) return undefined;
  const path = decoded(header);
  if (path !== undefined && /^[^\p{Cc}]+$/u.test(path) && path.length <= MAX_PATH_LENGTH) return path;
  throw new BtcpError('invalid_input', `The header ${SAVE_AS_HEADER} must be a percent-encoded path.`, {
    hint: 'Leave it out to get the path of the server.',
  });
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
