/** The code of an unknown method, compared as a number because any server may send it. */
export const METHOD_NOT_FOUND = -32601;

/** The errors of BTCP messages (`error.data.btcpCode`) with their JSON-RPC numbers, as in the client specification. */
export const WIRE_CODES = {
  PARSE_ERROR: -32700,
  INVALID_REQUEST: -32600,
  METHOD_NOT_FOUND,
  INVALID_PARAMS: -32602,
  INTERNAL_ERROR: -32603,
  TOOL_NOT_FOUND: -32000,
  SESSION_NOT_FOUND: -32000,
  EXECUTION_ERROR: -32001,
  OUTPUT_TOO_LARGE: -32001,
  CANCELLED: -32001,
  /** The call may have taken effect. */
  CONNECTION_LOST: -32001,
  BUSY: -32001,
  CAPABILITY_DENIED: -32002,
  UNAUTHORIZED: -32002,
  TIMEOUT: -32003,
} as const;

/** The name of an error on the wire. */
export type WireCode = keyof typeof WIRE_CODES;

const MESSAGES: Partial<Record<WireCode, string>> = {
  INVALID_REQUEST: 'Invalid Request',
  EXECUTION_ERROR: 'Tool execution error',
};

export function messageOf(code: WireCode): string {
  return MESSAGES[code] ?? code.charAt(0) + code.slice(1).toLowerCase().replaceAll('_', ' ');
}
