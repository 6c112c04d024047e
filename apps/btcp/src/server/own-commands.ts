import { BtcpError, type ErrorData, type ToolResult } from '@btcp/tools';
import { COMMAND_AGENT, saveAsHeader } from '../client/server-client.js';
import type { VerbServer } from '../verbs/run-line.js';

type Fetch = (request: Request) => Response | Promise<Response>;

/** Runs the tools of this server for its own process, through the same routes and checks as over HTTP. */
export function ownCommands(url: string, token: string | null, fetch: Fetch, signal: AbortSignal): VerbServer {
  const ask = async (path: string, body?: unknown, more: Record<string, string> = {}): Promise<Response> => {
    const headers = {
      host: new URL(url).host,
      'user-agent': COMMAND_AGENT,
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...more,
    };
    const given = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    return fetch(new Request(`${url}/sessions/${path}`, { headers, signal, ...given }));
  };
  return {
    async call(session, tool, input, saveAs) {
      const path = `${encodeURIComponent(session)}/tools/${encodeURIComponent(tool)}`;
      const response = await ask(path, input, saveAsHeader(saveAs));
      const answer = (await response.json()) as ToolResult & { error?: ErrorData };
      if (answer.error) throw BtcpError.fromJSON(answer.error);
      return answer;
    },
    async readKept(session, file) {
      const name = file.split(/[\\/]/).at(-1) ?? '';
      const response = await ask(`${encodeURIComponent(session)}/files/${encodeURIComponent(name)}`);
      if (!response.ok) throw BtcpError.fromJSON(((await response.json()) as { error: ErrorData }).error);
      return new Uint8Array(await response.arrayBuffer());
    },
  };
}
