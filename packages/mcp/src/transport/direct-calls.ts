import { isObject } from '@btcp/protocol';
import { BtcpError, type Conversation, type ToolSet } from '@btcp/tools';
import { PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server';
import { failure, successJson } from '../server/call-result.js';
import { type ClientInfo, callerOf } from '../server/caller-of.js';
import { runToolCall, type ToolCall } from '../server/tool-calls.js';

interface DirectCallsOptions {
  tools: ToolSet;
  structured?: boolean | undefined;
  conversation: () => Conversation;
  write: (line: string) => void;
}

type RequestId = string | number;

interface DirectCall extends Pick<ToolCall, 'name' | 'meta'> {
  id: RequestId;
  input: Record<string, unknown>;
}

/** Answers ordinary tool calls of 2025 without the SDK, which checks each message several times. */
export class DirectCalls {
  readonly #options: DirectCallsOptions;
  readonly #running = new Map<RequestId, AbortController>();
  // Requests of 2026 carry their version, and are answered differently.
  #isOf2025 = false;
  #client: ClientInfo | undefined;
  #whenDrained: (() => void) | undefined;

  constructor(options: DirectCallsOptions) {
    this.#options = options;
  }

  /** Whether a line is taken; all others are for the SDK. */
  take(line: string): boolean {
    const message = parsed(line);
    if (!isObject(message)) return false;
    const { method, params } = message;
    if (method === 'initialize') {
      this.#isOf2025 = !hasVersion(params);
      this.#client = isObject(params) && isObject(params.clientInfo) ? params.clientInfo : undefined;
    }
    if (method === 'notifications/cancelled') return this.#cancel(params);
    const call = this.#isOf2025 && method === 'tools/call' ? readCall(message, this.#options.tools) : undefined;
    if (!call || this.#running.has(call.id)) return false;
    void this.#answer(call);
    return true;
  }

  async drained(): Promise<void> {
    if (this.#running.size === 0) return;
    await new Promise<void>((resolve) => {
      this.#whenDrained = resolve;
    });
  }

  close(): void {
    for (const running of this.#running.values()) running.abort();
  }

  async #answer({ id, name, input, meta }: DirectCall): Promise<void> {
    const { tools, conversation, structured = true, write } = this.#options;
    const running = new AbortController();
    this.#running.set(id, running);
    const { signal } = running;
    const notify = async (notification: object) => write(`${JSON.stringify({ jsonrpc: '2.0', ...notification })}\n`);
    let result: string;
    try {
      const request = { name, signal, meta, notify, caller: callerOf(this.#client, undefined) };
      result = successJson(await runToolCall(tools, conversation(), request, (call) => call(input)), structured);
    } catch (thrown) {
      result = JSON.stringify(failure(BtcpError.from(thrown)));
    }
    // A cancelled request gets no response.
    if (!signal.aborted) write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}\n`);
    this.#running.delete(id);
    if (this.#running.size === 0) this.#whenDrained?.();
  }

  #cancel(params: unknown): boolean {
    const running = isObject(params) ? this.#running.get(params.requestId as RequestId) : undefined;
    running?.abort();
    return running !== undefined;
  }
}

const PARAMETERS: ReadonlySet<string> = new Set(['name', 'arguments', '_meta']);

function readCall({ jsonrpc, id, params }: Record<string, unknown>, tools: ToolSet): DirectCall | undefined {
  if (jsonrpc !== '2.0' || !isId(id) || !isObject(params) || hasVersion(params)) return undefined;
  const { name, arguments: input = {}, _meta: meta } = params;
  if (typeof name !== 'string' || !isObject(input) || !(meta === undefined || isObject(meta))) return undefined;
  const token = meta?.progressToken;
  const isKnown = tools.has(name) && !tools.get(name)?.isForPerson && (token === undefined || isId(token));
  return isKnown && Object.keys(params).every((key) => PARAMETERS.has(key)) ? { id, name, input, meta } : undefined;
}

function isId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

function hasVersion(params: unknown): boolean {
  return isObject(params) && isObject(params._meta) && PROTOCOL_VERSION_META_KEY in params._meta;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // The SDK skips lines that are not JSON.
    return undefined;
  }
}
