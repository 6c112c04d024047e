import { type JSONRPCPacket, parseFrame, RpcError } from '@btcp/protocol';

/** Hands on what a frame holds; a frame that cannot be read is answered at once, as JSON-RPC wants. */
export function receiveFrame(
  text: string,
  size: number,
  deliver: (message: JSONRPCPacket) => void,
  answer: (message: JSONRPCPacket) => Promise<void>,
): void {
  let message: unknown;
  try {
    message = parseFrame(text, size);
  } catch (thrown) {
    return void answer({ jsonrpc: '2.0', error: RpcError.from(thrown).toJSON(), id: null }).catch(() => {});
  }
  // Only its reader knows whether it is a valid message, and must check it: see Transport.onMessage.
  deliver(message as JSONRPCPacket);
}
