import type { CallToolResult, RequestOptions, ToolInfo } from '@btcp/protocol';

/** How long a call of a page may take, and what cancels it. */
export interface CallOptions {
  timeout?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** A connected page, for code in the same process as the broker. */
export interface ConnectedPage {
  readonly sessionId: string;
  readonly owner: string;
  /** As the page's browser says; `undefined` for a program. */
  readonly origin: string | undefined;
  readonly metadata: unknown;
  readonly tools: ToolInfo[];
  readonly createdAt: number;
  /** The connection is lost, but may come back. */
  readonly isAway: boolean;
  readonly hasEnded: boolean;
  call(name: string, input?: unknown, options?: CallOptions): Promise<CallToolResult>;
}

/** Where connected pages come from: the broker. */
export interface PageSource {
  pages(): ConnectedPage[];
  onChange(listener: (page: ConnectedPage) => void): () => void;
}

/** What a page says to its server, or to the server that it is connected to. */
export interface PageMember {
  readonly owner: string;
  readonly origin: string | undefined;
  readonly metadata: unknown;
  readonly isAway: boolean;
  request(method: string, params: unknown, options?: RequestOptions): Promise<unknown>;
}

/** A page that is connected to another broker. */
export interface PageElsewhere extends PageMember {
  readonly sessionId: string;
  readonly createdAt: number;
  readonly tools: ToolInfo[];
}
