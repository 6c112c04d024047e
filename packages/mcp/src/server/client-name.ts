import { CLIENT_INFO_META_KEY, type Implementation, type ServerContext } from '@modelcontextprotocol/server';

/** The name that a client of the stateless protocol sends with every request. */
export function clientName({ mcpReq }: ServerContext): string | undefined {
  const envelope = mcpReq.envelope as { [CLIENT_INFO_META_KEY]?: Implementation } | undefined;
  return envelope?.[CLIENT_INFO_META_KEY]?.name;
}
