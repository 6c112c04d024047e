import { isOverloaded, parseFrame, RpcError } from '@btcp/protocol';

/** A frame that was not parsed: it may have been a request or an answer. */
export class OverloadedFrame extends RpcError {
  constructor() {
    super('INVALID_REQUEST', 'too many values, or too deep');
  }
}

/** Parses a frame of a member, unless it holds more values than a server may be held up by. */
export function readFrame(text: string, size?: number): unknown {
  if (isOverloaded(text)) throw new OverloadedFrame();
  return parseFrame(text, size);
}
