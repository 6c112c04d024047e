/** Chosen by the caller and returned unchanged. */
export type JSONRPCId = string | number | null;

export interface JSONRPCRequest {
  jsonrpc: '2.0';
  method: string;
  params?: unknown;
  id: JSONRPCId;
}

export interface JSONRPCNotification {
  jsonrpc: '2.0';
  method: string;
  params?: unknown;
}

export interface JSONRPCSuccess {
  jsonrpc: '2.0';
  result: unknown;
  id: JSONRPCId;
}

export interface JSONRPCErrorObject {
  code: number;
  message: string;
  data?: unknown;
}

export interface JSONRPCFailure {
  jsonrpc: '2.0';
  error: JSONRPCErrorObject;
  id: JSONRPCId;
}

/** An answer: a result, or what went wrong. */
export type JSONRPCResponse = JSONRPCSuccess | JSONRPCFailure;
/** Anything that either side may send. */
export type JSONRPCMessage = JSONRPCRequest | JSONRPCNotification | JSONRPCResponse;
/** The content of one frame: a message or a batch. */
export type JSONRPCPacket = JSONRPCMessage | JSONRPCMessage[];
