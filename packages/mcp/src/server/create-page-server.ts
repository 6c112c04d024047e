import {
  BtcpError,
  type ConnectedPage,
  type ConnectedPages,
  enclose,
  newestOf,
  pageProblem,
  permitPageCall,
  permitPageList,
  type ToolSet,
} from '@btcp/tools';
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { PAGE_INSTRUCTIONS } from './instructions.js';
import { pageResultForModel, pageToolForModel } from './page-words.js';

/** The tools of connected pages as MCP: what may be called is what `tools` permits through `page_tool_call`. */
export interface PageMcpOptions {
  tools: ToolSet;
  version: string;
}

/** Serves the tools of one connected page as an MCP server. */
export function createPageMcpServer(
  connected: ConnectedPages,
  sessionId: string | undefined,
  { tools, version }: PageMcpOptions,
): Server {
  const server = new Server(
    { name: 'btcp-page', version },
    { capabilities: { tools: { listChanged: true } }, instructions: PAGE_INSTRUCTIONS },
  );
  const pages = (): ConnectedPage[] =>
    connected.pages().filter((candidate) => sessionId === undefined || candidate.sessionId === sessionId);

  server.setRequestHandler('tools/list', () => {
    permitPageList(tools);
    return { tools: (pages().at(-1)?.tools ?? []).map(pageToolForModel) };
  });
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    if (!pages().some(({ tools }) => tools.some(({ name }) => name === params.name))) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The page offers no tool "${params.name}".`);
    }
    try {
      permitPageCall(tools, params.name, params.arguments);
      const offering = newestOf(pages(), params.name);
      const result = await offering?.call(params.name, params.arguments, { signal: mcpReq.signal });
      return pageResultForModel(result ?? { content: [] });
    } catch (thrown) {
      return { isError: true, content: [{ type: 'text', text: sayProblem(thrown) }] };
    }
  });

  const stop = connected.onChange(() => void server.sendToolListChanged().catch(() => {}));
  server.onclose = stop;
  return server;
}

function sayProblem(thrown: unknown): string {
  if (!(thrown instanceof BtcpError)) return enclose(pageProblem(thrown));
  if (thrown.code !== 'ambiguous') return thrown.message;
  return `${enclose(thrown.message)}\nConnect to /mcp/page?page=ID with the id of the page that is meant.`;
}
