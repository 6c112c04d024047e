import type { CallToolResult, ToolInfo } from '@btcp/protocol';

/** A page that a person has open, with tools of its own. */
export interface ConnectedPage {
  readonly sessionId: string;
  /** As the page's browser says; `undefined` for a program. */
  readonly origin?: string | undefined;
  readonly metadata: unknown;
  readonly tools: readonly ToolInfo[];
  call(name: string, input?: unknown, options?: { timeout?: number; signal?: AbortSignal }): Promise<CallToolResult>;
}

/** The pages that are connected now. */
export interface ConnectedPages {
  pages(): ConnectedPage[];
  onChange(listener: () => void): () => void;
}
