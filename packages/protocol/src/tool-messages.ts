/** One part of what a tool answers. */
export type Content =
  | { type: 'text'; text: string }
  | { type: 'image'; data: string; mimeType: string }
  | { type: 'resource'; uri: string; text?: string; mimeType?: string; blob?: string };

/** The result of `tools/call`. */
export interface CallToolResult {
  content: Content[];
  /** The same answer as a value, when the tool gave one that is not text. */
  structuredContent?: unknown;
  isError?: boolean;
}

/** A tool as `tools/register` and `tools/list` show it. */
export interface ToolInfo {
  name: string;
  description: string;
  inputSchema: Record<string, unknown> | boolean;
  capabilities: string[];
  version?: string | undefined;
  annotations?: Record<string, unknown> | undefined;
}

/** Result of `hello`. */
export interface Welcome {
  sessionId: string;
  version: string;
  /** Shown on reconnecting to go on with the same session; a secret of this client. */
  resumeToken?: string;
  /** Whether the session is the one that the client asked to resume. */
  resumed?: boolean;
  expiresAt?: string;
}

/** Said in `hello` and in manifests. A minor version adds to the protocol; another major one is refused. */
export const PROTOCOL_VERSION = '1.0';
