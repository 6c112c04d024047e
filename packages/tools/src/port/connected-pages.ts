import type { CallToolResult, ToolInfo } from '@btcp/protocol';

/** A page that a person has open and that offers tools of its own. */
export interface ConnectedPage {
  readonly sessionId: string;
  /** What the page says of itself, such as its title. */
  readonly metadata: unknown;
  readonly tools: readonly ToolInfo[];
  call(name: string, input?: unknown, options?: { timeout?: number; signal?: AbortSignal }): Promise<CallToolResult>;
}

/** The pages that are connected now; a broker knows them. */
export interface ConnectedPages {
  pages(): ConnectedPage[];
  /** Called when a page comes, goes or changes its tools. */
  onChange(listener: () => void): () => void;
}
