import { BtcpError, type ErrorData, type ToolResult } from '@btcp/tools';

/** Where a server is, and how to be let in. */
export interface ServerAddress {
  url: string;
  token: string | null;
}

const WRONG_ADDRESS = 'Start one with btcp serve, or correct --url or BTCP_URL.';

/** Calls a tool on a running server. Throws the server's own error. */
export async function callRemoteTool(
  server: ServerAddress,
  session: string,
  name: string,
  input: string,
): Promise<ToolResult> {
  const path = `/sessions/${encodeURIComponent(session)}/tools/${encodeURIComponent(name)}`;
  const { text, data, page, images } = await post<ToolResult>(server, path, input);
  return { text, data, page, ...(images ? { images } : {}) };
}

/** Sends JSON to a running server. Throws the server's own error, and what is wrong with the address. */
export async function post<Answer>(server: ServerAddress, path: string, body: string): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(new URL(path, server.url), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(server.token === null ? {} : { authorization: `Bearer ${server.token}` }),
      },
      body,
    });
  } catch (cause) {
    throw new BtcpError('navigation_failed', `No server answers at ${server.url}.`, { hint: WRONG_ADDRESS, cause });
  }
  const answer = (await response.json().catch((cause) => {
    const message = `What answers at ${server.url} is no server of BTCP.`;
    throw new BtcpError('navigation_failed', message, { hint: WRONG_ADDRESS, cause });
  })) as Answer & { error?: ErrorData };
  if (answer.error) throw BtcpError.fromJSON(answer.error);
  return answer;
}

export async function isServing(server: ServerAddress): Promise<boolean> {
  try {
    const response = await fetch(new URL('/health', server.url), { signal: AbortSignal.timeout(2_000) });
    return response.ok;
  } catch {
    return false;
  }
}
