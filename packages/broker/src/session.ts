import type { ToolInfo } from '@btcp/protocol';
import { type Member, mintSecret } from './member.js';

/** One connected page, its tools, and the agents that joined it. */
export class Session {
  readonly id: string = mintSecret();
  readonly createdAt: number = Date.now();
  readonly page: Member;
  readonly agents: Set<Member> = new Set();
  /** Called when the tools change, and when the page is away, back or gone. */
  readonly listeners: Set<() => void> = new Set();
  tools: ToolInfo[] = [];
  hasEnded = false;

  constructor(page: Member) {
    this.page = page;
  }

  /** Whether the connection is lost, and the page may still come back. */
  get isAway(): boolean {
    return this.page.farewell !== undefined;
  }

  get owner(): string {
    return this.page.principal.owner;
  }

  setTools(tools: ToolInfo[]): void {
    this.tools = tools;
    for (const agent of this.agents) agent.peer.notify('tools/updated', { tools });
    this.tellChange();
  }

  end(): void {
    this.hasEnded = true;
    for (const agent of this.agents) {
      agent.session = undefined;
      agent.peer.notify('browser/disconnected', { sessionId: this.id });
    }
    this.tellChange();
  }

  tellChange(): void {
    for (const listener of this.listeners) listener();
  }

  /** What an agent of the same owner may know. */
  describe(): { id: string; hasBrowser: boolean; agentCount: number; toolCount: number; createdAt: number } {
    return {
      id: this.id,
      hasBrowser: !this.isAway,
      agentCount: this.agents.size,
      toolCount: this.tools.length,
      createdAt: this.createdAt,
    };
  }
}
