/** One part of a tool's result. */
export type Content =
  | { type: 'text'; text: string }
  | { type: 'image'; data: string; mimeType: string }
  | { type: 'resource'; uri: string; text?: string; mimeType?: string; blob?: string };

/** The result of `tools/call`. */
export interface CallToolResult {
  content: Content[];
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

/** The result of `hello`. */
export interface Welcome {
  sessionId: string;
  version: string;
  /** A secret of this client, sent on reconnecting to resume the session. */
  resumeToken?: string;
  resumed?: boolean;
  expiresAt?: string;
}

/** The protocol version in `hello` and manifests; another major version is rejected. */
export const PROTOCOL_VERSION = '1.0';

/** The HTTP header in which a caller names the path at which it saves the file of a result, percent-encoded. */
export const SAVE_AS_HEADER = 'btcp-save-as';
