import { type JSONRPCPacket, parseFrame, RpcError } from '@btcp/protocol';

/** An unreadable frame is answered, as JSON-RPC requires. */
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
  // The receiver validates it: see Transport.onMessage.
  deliver(message as JSONRPCPacket);
}
