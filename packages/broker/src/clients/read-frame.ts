import { isOverloaded, parseFrame, RpcError } from '@btcp/protocol';

/** Parses a frame of a member, unless it holds more values than a server may be held up by. */
export function readFrame(text: string, size?: number): unknown {
  if (isOverloaded(text)) throw new RpcError('INVALID_REQUEST', 'too many values, or too deep');
  return parseFrame(text, size);
}
