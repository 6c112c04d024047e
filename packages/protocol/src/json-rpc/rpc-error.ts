import { isObject } from './guards.js';
import type { JSONRPCErrorObject } from './messages.js';
import { messageOf, WIRE_CODES, type WireCode } from './wire-codes.js';

/**
 * An error that crosses the BTCP wire.
 * @example
 * throw new RpcError('INVALID_PARAMS', 'required', { field: 'selector' });
 * // { code: -32602, message: 'Invalid params', data: { btcpCode: 'INVALID_PARAMS', field: 'selector', reason: 'required' } }
 */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  declare readonly code: number;
  declare readonly data: Record<string, unknown>;
  /** Programs should check this code; other servers may leave it out. */
  declare readonly btcpCode: unknown;
  readonly #wire: JSONRPCErrorObject;

  constructor(code: WireCode | JSONRPCErrorObject, reason?: string, details?: Record<string, unknown>) {
    const wire =
      typeof code === 'object'
        ? code
        : { code: WIRE_CODES[code], message: messageOf(code), data: { btcpCode: code, ...details, reason } };
    const data = isObject(wire.data) ? wire.data : { reason: wire.data };
    super(data.reason ? `${wire.message}: ${data.reason}` : wire.message);
    this.code = wire.code;
    this.data = data;
    this.btcpCode = data.btcpCode;
    this.#wire = wire;
  }

  toJSON(): JSONRPCErrorObject {
    return this.#wire;
  }

  static from(thrown: unknown, code: WireCode = 'INTERNAL_ERROR'): RpcError {
    return thrown instanceof RpcError ? thrown : new RpcError(code, reasonOf(thrown));
  }
}

function reasonOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? thrown.message : String(thrown);
  } catch {
    return 'unknown';
  }
}
