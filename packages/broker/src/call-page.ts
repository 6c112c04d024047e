import { type CallToolResult, isObject, RpcError } from '@btcp/protocol';
import type { Session } from './session.js';

/** How long a call of a page may take, and what cancels it. */
export interface CallOptions {
  /** Milliseconds. */
  timeout?: number | undefined;
  signal?: AbortSignal | undefined;
}

const LONGEST_CALL = 300_000;
const USUAL_CALL = 120_000;

/** Calls a tool of a page. Whatever happens to the page, this settles exactly once. */
export async function callPage(
  session: Session,
  name: unknown,
  input: unknown,
  { timeout, signal }: CallOptions = {},
): Promise<CallToolResult> {
  if (typeof name !== 'string') throw new RpcError('INVALID_PARAMS', 'required', { field: 'name' });
  if (session.hasEnded) throw new RpcError('SESSION_NOT_FOUND', 'the page is gone');
  const params = { name, arguments: input ?? {}, ...(timeout === undefined ? {} : { timeout }) };
  const limit = Math.max(1, Math.min(timeout ?? USUAL_CALL, LONGEST_CALL));
  return asResult(await session.page.peer.request('tools/call', params, { timeout: limit, signal }));
}

/** Pages of the public kind may answer with a bare value. */
function asResult(result: unknown): CallToolResult {
  if (isResult(result)) return result;
  if (typeof result === 'string') return { content: [{ type: 'text', text: result }] };
  return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result };
}

function isResult(value: unknown): value is CallToolResult {
  return isObject(value) && Array.isArray(value.content);
}
