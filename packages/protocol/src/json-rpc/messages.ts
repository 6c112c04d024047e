/** The id of a request, chosen by the caller and returned unchanged. */
export type JSONRPCId = string | number | null;

/** A message that expects a response. */
export interface JSONRPCRequest {
  jsonrpc: '2.0';
  method: string;
  params?: unknown;
  id: JSONRPCId;
}

/** A message that expects no response. */
export interface JSONRPCNotification {
  jsonrpc: '2.0';
  method: string;
  params?: unknown;
}

/** A response with a result. */
export interface JSONRPCSuccess {
  jsonrpc: '2.0';
  result: unknown;
  id: JSONRPCId;
}

/** The error in a failed response. */
export interface JSONRPCErrorObject {
  code: number;
  message: string;
  data?: unknown;
}

/** A response with an error. */
export interface JSONRPCFailure {
  jsonrpc: '2.0';
  error: JSONRPCErrorObject;
  id: JSONRPCId;
}

/** A response with a result or an error. */
export type JSONRPCResponse = JSONRPCSuccess | JSONRPCFailure;
/** Any message that either side may send. */
export type JSONRPCMessage = JSONRPCRequest | JSONRPCNotification | JSONRPCResponse;
/** The content of one frame: a message or a batch. */
export type JSONRPCPacket = JSONRPCMessage | JSONRPCMessage[];
