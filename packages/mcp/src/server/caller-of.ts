import type { Caller } from '@btcp/protocol';
import { CLIENT_INFO_META_KEY, type Server, type ServerContext } from '@modelcontextprotocol/server';

export interface ClientInfo {
  name?: unknown;
  title?: unknown;
}

const UNNAMED = 'MCP client';

/** The client of a request: it came with the session, or with the request where there are no sessions. */
export function requestedBy(server: Server, { mcpReq }: ServerContext): ClientInfo | undefined {
  const envelope = mcpReq.envelope as { [CLIENT_INFO_META_KEY]?: ClientInfo } | undefined;
  return envelope?.[CLIENT_INFO_META_KEY] ?? server.getClientVersion();
}

/** A client as people know it; `owner` is the person of a team whose token it has. */
export function callerOf(client: ClientInfo | undefined, owner: string | undefined): Caller {
  const name = [client?.title, client?.name].find((each) => typeof each === 'string' && each.trim() !== '');
  return { kind: 'mcp', name: String(name ?? UNNAMED), ...(owner === undefined ? {} : { owner }) };
}
