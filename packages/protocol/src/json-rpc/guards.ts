import type { JSONRPCId, JSONRPCNotification, JSONRPCRequest, JSONRPCResponse } from './messages.js';

/** Whether a value is an object, but not an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value can be the id of a request. */
export function isId(value: unknown): value is JSONRPCId {
  return value === null || typeof value === 'string' || typeof value === 'number';
}

function isCall(value: unknown): value is JSONRPCNotification {
  return (
    isObject(value) &&
    value.jsonrpc === '2.0' &&
    typeof value.method === 'string' &&
    (value.params === undefined || isObject(value.params) || Array.isArray(value.params))
  );
}

/** Whether a message is a request. */
export function isRequest(value: unknown): value is JSONRPCRequest {
  return isCall(value) && 'id' in value && isId(value.id);
}

/** Whether a message is a notification. */
export function isNotification(value: unknown): value is JSONRPCNotification {
  return isCall(value) && !('id' in value);
}

/** Whether a message is a response. */
export function isResponse(value: unknown): value is JSONRPCResponse {
  if (!isObject(value) || value.jsonrpc !== '2.0' || 'method' in value || !isId(value.id)) return false;
  const { error } = value;
  if ('result' in value) return error === undefined;
  return isObject(error) && typeof error.code === 'number' && typeof error.message === 'string';
}
