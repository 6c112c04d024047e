import type { Caller } from '@btcp/protocol';
import {
  CLIENT_INFO_META_KEY,
  type Implementation,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';

const UNNAMED = 'MCP client';

/** The client as it has introduced itself: with the session, or with each request of 2026. */
export function callerOf(server: Server, { mcpReq }: ServerContext, owner: string | undefined): Caller {
  const envelope = mcpReq.envelope as { [CLIENT_INFO_META_KEY]?: Partial<Implementation> } | undefined;
  const client = envelope?.[CLIENT_INFO_META_KEY] ?? server.getClientVersion();
  const name = client?.title || client?.name;
  const known = typeof name === 'string' && name.trim() !== '' ? name : UNNAMED;
  return { kind: 'mcp', name: known, ...(owner === undefined ? {} : { owner }) };
}
