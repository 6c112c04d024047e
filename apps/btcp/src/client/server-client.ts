import { BtcpError, type ErrorData, type ToolResult } from '@btcp/tools';

/** Where a server is, and how to be let in. */
export interface ServerAddress {
  url: string;
  token: string | null;
}

/** Calls a tool on a running server. Throws the server's own error. */
export async function callRemoteTool(
  server: ServerAddress,
  session: string,
  name: string,
  input: string,
): Promise<ToolResult> {
  const path = `/sessions/${encodeURIComponent(session)}/tools/${encodeURIComponent(name)}`;
  let response: Response;
  try {
    response = await fetch(new URL(path, server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...authorization(server) },
      body: input,
    });
  } catch (cause) {
    throw new BtcpError('navigation_failed', `No server answers at ${server.url}.`, {
      hint: 'Start one with btcp serve, or correct --url or BTCP_URL.',
      cause,
    });
  }
  const answer = (await response.json()) as ToolResult & { error?: ErrorData };
  if (answer.error) throw BtcpError.fromJSON(answer.error);
  const { text, data, page, images } = answer;
  return { text, data, page, ...(images ? { images } : {}) };
}

export async function isServing(server: ServerAddress): Promise<boolean> {
  try {
    const response = await fetch(new URL('/health', server.url), { signal: AbortSignal.timeout(2_000) });
    return response.ok;
  } catch {
    return false;
  }
}

export function authorization({ token }: ServerAddress): Record<string, string> {
  return token === null ? {} : { authorization: `Bearer ${token}` };
}
