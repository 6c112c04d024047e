/** Compared by number: servers of every kind send it. */
export const METHOD_NOT_FOUND = -32601;

/**
 * Every way a BTCP message can fail: the stable string that programs decide by (`error.data.btcpCode`), and its number
 * in JSON-RPC. Several strings share a number; the numbers are those of the client specification.
 */
export const WIRE_CODES = {
  PARSE_ERROR: -32700,
  INVALID_REQUEST: -32600,
  METHOD_NOT_FOUND,
  INVALID_PARAMS: -32602,
  INTERNAL_ERROR: -32603,
  TOOL_NOT_FOUND: -32000,
  /** No page is connected under that session. */
  SESSION_NOT_FOUND: -32000,
  EXECUTION_ERROR: -32001,
  OUTPUT_TOO_LARGE: -32001,
  CANCELLED: -32001,
  /** The connection ended before the answer came; whether the call took effect is unknown. */
  CONNECTION_LOST: -32001,
  /** More messages or calls than the other side takes. */
  BUSY: -32001,
  CAPABILITY_DENIED: -32002,
  UNAUTHORIZED: -32002,
  TIMEOUT: -32003,
} as const;

/** A code that an error on the wire can have. */
export type WireCode = keyof typeof WIRE_CODES;

const MESSAGES: Partial<Record<WireCode, string>> = {
  INVALID_REQUEST: 'Invalid Request',
  EXECUTION_ERROR: 'Tool execution error',
};

/** The message that goes with a code: as the specification words it, or the code in plain letters. */
export function messageOf(code: WireCode): string {
  return MESSAGES[code] ?? code.charAt(0) + code.slice(1).toLowerCase().replaceAll('_', ' ');
}
