import { RpcError } from './rpc-error.js';

/** The default limit of a frame, in characters. */
export const MAX_FRAME_SIZE = 10 * 1024 * 1024;

const MAX_DEPTH = 128;

/** Parses one frame, and rejects `__proto__` keys and nesting that would overflow recursive code. */
export function parseFrame(text: string, size: number = MAX_FRAME_SIZE): unknown {
  if (text.length > size) throw new RpcError('INVALID_REQUEST', `over ${size} characters`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new RpcError('PARSE_ERROR');
  }
  checkShape(value, MAX_DEPTH);
  return value;
}

function checkShape(value: unknown, levels: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (levels === 0) throw new RpcError('INVALID_REQUEST', 'too deep');
  if (Object.hasOwn(value, '__proto__')) throw new RpcError('INVALID_REQUEST', '__proto__');
  for (const child of Object.values(value)) checkShape(child, levels - 1);
}

/** Formats one frame, and throws if it would be too large for the other side. */
export function formatFrame(message: unknown, size: number = MAX_FRAME_SIZE): string {
  const text = JSON.stringify(message);
  if (text.length > size) throw new RpcError('OUTPUT_TOO_LARGE', `over ${size} characters`);
  return text;
}
