import { type CallToolResult, isObject, RpcError, type ToolInfo } from '@btcp/protocol';
import { Client } from './client.js';
import type { CallOptions, ConnectedPage, PageMember } from './connected-page.js';

const MAX_CALL_MS = 300_000;
const DEFAULT_CALL_MS = 120_000;

interface PageDescription {
  id: string;
  hasBrowser: boolean;
  agentCount: number;
  toolCount: number;
  createdAt: number;
  origin?: string;
}

export class RegisteredPage implements ConnectedPage {
  // The wire calls a connected page a session.
  readonly sessionId: string;
  readonly createdAt: number;
  /** Another one when the page has moved from one server to another. */
  member: PageMember;
  readonly agents: Set<Client> = new Set();
  readonly listeners: Set<() => void> = new Set();
  tools: ToolInfo[] = [];
  hasEnded = false;

  constructor(sessionId: string, member: PageMember, createdAt: number = Date.now()) {
    this.sessionId = sessionId;
    this.member = member;
    this.createdAt = createdAt;
  }

  /** Undefined for a page that is connected to another server. */
  get client(): Client | undefined {
    return this.member instanceof Client ? this.member : undefined;
  }

  get isAway(): boolean {
    return this.member.isAway;
  }

  get owner(): string {
    return this.member.owner;
  }

  get origin(): string | undefined {
    return this.member.origin;
  }

  get metadata(): unknown {
    return this.member.metadata;
  }

  setTools(tools: ToolInfo[]): void {
    this.tools = tools;
    for (const agent of this.agents) agent.peer.notify('tools/updated', { tools });
    this.notifyChange();
  }

  // Settles exactly once, whatever happens to the page.
  async call(name: unknown, input?: unknown, { timeout, signal }: CallOptions = {}): Promise<CallToolResult> {
    if (typeof name !== 'string') throw new RpcError('INVALID_PARAMS', 'required', { field: 'name' });
    if (this.hasEnded) throw new RpcError('SESSION_NOT_FOUND', 'the page is gone');
    const params = { name, arguments: input ?? {}, ...(timeout === undefined ? {} : { timeout }) };
    const limit = Math.max(1, Math.min(timeout ?? DEFAULT_CALL_MS, MAX_CALL_MS));
    return toResult(await this.member.request('tools/call', params, { timeout: limit, signal }));
  }

  end(): void {
    this.hasEnded = true;
    for (const agent of this.agents) {
      agent.page = undefined;
      agent.peer.notify('browser/disconnected', { sessionId: this.sessionId });
    }
    this.notifyChange();
  }

  notifyChange(): void {
    for (const listener of this.listeners) listener();
  }

  describe(): PageDescription {
    return {
      id: this.sessionId,
      hasBrowser: !this.isAway,
      agentCount: this.agents.size,
      toolCount: this.tools.length,
      createdAt: this.createdAt,
      ...(this.origin === undefined ? {} : { origin: this.origin }),
    };
  }
}

// Pages of the public server's kind may return a bare value.
function toResult(result: unknown): CallToolResult {
  if (isResult(result)) return result;
  if (typeof result === 'string') return { content: [{ type: 'text', text: result }] };
  return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result };
}

function isResult(value: unknown): value is CallToolResult {
  return isObject(value) && Array.isArray(value.content);
}
