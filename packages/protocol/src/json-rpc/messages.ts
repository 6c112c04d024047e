/** Chosen by the caller and given back as it came: a number stays a number. */
export type JSONRPCId = string | number | null;

/** A message that asks for an answer. */
export interface JSONRPCRequest {
  jsonrpc: '2.0';
  method: string;
  params?: unknown;
  id: JSONRPCId;
}

/** A request that nobody answers. */
export interface JSONRPCNotification {
  jsonrpc: '2.0';
  method: string;
  params?: unknown;
}

/** An answer with a result. */
export interface JSONRPCSuccess {
  jsonrpc: '2.0';
  result: unknown;
  id: JSONRPCId;
}

/** What went wrong, as JSON-RPC says it. */
export interface JSONRPCErrorObject {
  code: number;
  message: string;
  data?: unknown;
}

/** An answer that says what went wrong. */
export interface JSONRPCFailure {
  jsonrpc: '2.0';
  error: JSONRPCErrorObject;
  id: JSONRPCId;
}

/** An answer: a result, or what went wrong. */
export type JSONRPCResponse = JSONRPCSuccess | JSONRPCFailure;
/** Anything that either side may send. */
export type JSONRPCMessage = JSONRPCRequest | JSONRPCNotification | JSONRPCResponse;
/** What one frame carries: a message, or several that are answered together. */
export type JSONRPCPacket = JSONRPCMessage | JSONRPCMessage[];
