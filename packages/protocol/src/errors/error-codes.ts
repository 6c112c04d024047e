/** Every way a call can fail, with its HTTP and JSON-RPC codes; programs decide by the code, never by the message. */
export const ERROR_CODES = {
  invalid_input: { http: 400, jsonRpc: -32602 },
  invalid_selector: { http: 400, jsonRpc: -32602 },
  unauthorized: { http: 401, jsonRpc: -32002 },
  denied: { http: 403, jsonRpc: -32002 },
  unknown_tool: { http: 404, jsonRpc: -32000 },
  not_found: { http: 404, jsonRpc: -32001 },
  ambiguous: { http: 409, jsonRpc: -32001 },
  stale_ref: { http: 409, jsonRpc: -32001 },
  /** Hidden, disabled, read-only, covered or of the wrong kind. */
  not_actionable: { http: 409, jsonRpc: -32001 },
  dialog_open: { http: 409, jsonRpc: -32001 },
  browser_owned: { http: 409, jsonRpc: -32002 },
  script_failed: { http: 422, jsonRpc: -32001 },
  control_held_by_user: { http: 423, jsonRpc: -32002 },
  busy: { http: 429, jsonRpc: -32001 },
  cancelled: { http: 499, jsonRpc: -32001 },
  internal: { http: 500, jsonRpc: -32603 },
  unsupported: { http: 501, jsonRpc: -32001 },
  navigation_failed: { http: 502, jsonRpc: -32001 },
  /** The page answered with a status of 400 or more. */
  http_error: { http: 502, jsonRpc: -32001 },
  browser_unavailable: { http: 503, jsonRpc: -32001 },
  unavailable: { http: 503, jsonRpc: -32001 },
  browser_lost: { http: 503, jsonRpc: -32001 },
  timeout: { http: 504, jsonRpc: -32003 },
} as const satisfies Record<string, { http: number; jsonRpc: number }>;

/** A code that a `BtcpError` can have. */
export type ErrorCode = keyof typeof ERROR_CODES;
