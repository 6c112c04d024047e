/**
 * Every way a call can fail, and what each is called on the wires that have their own numbers.
 * The list is closed: a surface decides by `code`, never by the message.
 */
export const ERROR_CODES = {
  /** The arguments do not fit the tool's input schema. */
  invalid_input: { http: 400, jsonRpc: -32602 },
  /** The text is not a valid CSS selector or ref. */
  invalid_selector: { http: 400, jsonRpc: -32602 },
  /** The request carries no valid token. */
  unauthorized: { http: 401, jsonRpc: -32002 },
  /** A policy forbids it: a tool, an origin, a scheme, a folder. */
  denied: { http: 403, jsonRpc: -32002 },
  /** No tool of that name is served here. */
  unknown_tool: { http: 404, jsonRpc: -32000 },
  /** No element matches. */
  not_found: { http: 404, jsonRpc: -32001 },
  /** Several elements match where one is needed. */
  ambiguous: { http: 409, jsonRpc: -32001 },
  /** The ref's element has left the page. */
  stale_ref: { http: 409, jsonRpc: -32001 },
  /** The element is hidden, disabled, read-only, covered or of the wrong kind. */
  not_actionable: { http: 409, jsonRpc: -32001 },
  /** A dialog blocks the page until it is answered. */
  dialog_open: { http: 409, jsonRpc: -32001 },
  /** The one browser belongs to another session. */
  browser_owned: { http: 409, jsonRpc: -32002 },
  /** The script of the caller threw. */
  script_failed: { http: 422, jsonRpc: -32001 },
  /** A person is driving the browser. */
  control_held_by_user: { http: 423, jsonRpc: -32002 },
  /** No more sessions or calls are taken right now. */
  busy: { http: 429, jsonRpc: -32001 },
  /** The caller gave up. */
  cancelled: { http: 499, jsonRpc: -32001 },
  /** A fault of ours. */
  internal: { http: 500, jsonRpc: -32603 },
  /** This engine cannot do it. */
  unsupported: { http: 501, jsonRpc: -32001 },
  /** The page could not be reached. */
  navigation_failed: { http: 502, jsonRpc: -32001 },
  /** The page was reached and answered with a status of 400 or more. */
  http_error: { http: 502, jsonRpc: -32001 },
  /** No browser could be found, obtained or started. */
  browser_unavailable: { http: 503, jsonRpc: -32001 },
  /** The browser or its page died during the call. */
  browser_lost: { http: 503, jsonRpc: -32001 },
  /** It did not happen within the time allowed. */
  timeout: { http: 504, jsonRpc: -32003 },
} as const satisfies Record<string, { http: number; jsonRpc: number }>;

/** A code that a `BtcpError` can have. */
export type ErrorCode = keyof typeof ERROR_CODES;
