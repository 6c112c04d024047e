import { isOverloaded } from './bounded-json.js';
import { RpcError } from './rpc-error.js';

/** The default limit of a frame, in characters. */
export const MAX_FRAME_SIZE = 10 * 1024 * 1024;

/** Parses one frame, and rejects `__proto__` keys, nesting that would overflow recursive code, and too many values. */
export function parseFrame(text: string, size: number = MAX_FRAME_SIZE): unknown {
  if (text.length > size) throw new RpcError('INVALID_REQUEST', `over ${size} characters`);
  if (isOverloaded(text)) throw new RpcError('INVALID_REQUEST', 'too many values, or too deep');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new RpcError('PARSE_ERROR');
  }
  checkKeys(value);
  return value;
}

function checkKeys(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (Object.hasOwn(value, '__proto__')) throw new RpcError('INVALID_REQUEST', '__proto__');
  for (const child of Object.values(value)) checkKeys(child);
}

/** Formats one frame, and throws if it would be too large for the other side. */
export function formatFrame(message: unknown, size: number = MAX_FRAME_SIZE): string {
  const text = JSON.stringify(message);
  if (text.length > size) throw new RpcError('OUTPUT_TOO_LARGE', `over ${size} characters`);
  if (isOverloaded(text)) throw new RpcError('OUTPUT_TOO_LARGE', 'too many values, or too deep');
  return text;
}
