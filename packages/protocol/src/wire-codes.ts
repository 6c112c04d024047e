/** Compared by number: servers of every kind send it. */
export const METHOD_NOT_FOUND = -32601;

/**
 * Every way a BTCP message can fail: the stable string that programs decide by (`error.data.btcpCode`), and the
 * number and message that JSON-RPC wants. Several strings share a number; the numbers are those of the client specification.
 */
export const WIRE_CODES = {
  PARSE_ERROR: [-32700, 'Parse error'],
  INVALID_REQUEST: [-32600, 'Invalid Request'],
  METHOD_NOT_FOUND: [METHOD_NOT_FOUND, 'Method not found'],
  INVALID_PARAMS: [-32602, 'Invalid params'],
  INTERNAL_ERROR: [-32603, 'Internal error'],
  TOOL_NOT_FOUND: [-32000, 'Tool not found'],
  /** No page is connected under that session. */
  SESSION_NOT_FOUND: [-32000, 'Session not found'],
  EXECUTION_ERROR: [-32001, 'Tool execution error'],
  OUTPUT_TOO_LARGE: [-32001, 'Output too large'],
  CANCELLED: [-32001, 'Cancelled'],
  /** The connection ended before the answer came; whether the call took effect is unknown. */
  CONNECTION_LOST: [-32001, 'Connection lost'],
  /** More messages or calls than the other side takes. */
  BUSY: [-32001, 'Busy'],
  CAPABILITY_DENIED: [-32002, 'Capability denied'],
  UNAUTHORIZED: [-32002, 'Unauthorized'],
  TIMEOUT: [-32003, 'Timeout'],
} as const satisfies Record<string, readonly [number, string]>;

export type WireCode = keyof typeof WIRE_CODES;
