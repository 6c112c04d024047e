/** Chosen by the caller and given back as it came: a number stays a number. */
export type JSONRPCId = string | number | null;

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

export type JSONRPCResponse = JSONRPCSuccess | JSONRPCFailure;
export type JSONRPCMessage = JSONRPCRequest | JSONRPCNotification | JSONRPCResponse;
/** What one frame carries: a message, or several that are answered together. */
export type JSONRPCPacket = JSONRPCMessage | JSONRPCMessage[];
