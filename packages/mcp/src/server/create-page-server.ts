import {
  BtcpError,
  type ConnectedPage,
  type ConnectedPages,
  pageProblem,
  permitPageCall,
  permitPageList,
  type ToolSet,
} from '@btcp/tools';
import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server, type Tool } from '@modelcontextprotocol/server';

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
  const server = new Server({ name: 'btcp-page', version }, { capabilities: { tools: { listChanged: true } } });
  const page = (): ConnectedPage | undefined =>
    connected.pages().findLast((candidate) => sessionId === undefined || candidate.sessionId === sessionId);

  server.setRequestHandler('tools/list', () => {
    permitPageList(tools);
    return { tools: (page()?.tools ?? []).map(asMcpTool) };
  });
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const offering = page();
    if (!offering?.tools.some(({ name }) => name === params.name)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The page offers no tool "${params.name}".`);
    }
    try {
      permitPageCall(tools, params.name, params.arguments);
      const { content, structuredContent, isError } = await offering.call(params.name, params.arguments, {
        signal: mcpReq.signal,
      });
      return {
        content: content.map(asMcpContent),
        ...(isObject(structuredContent) ? { structuredContent } : {}),
        ...(isError ? { isError } : {}),
      };
    } catch (thrown) {
      return {
        isError: true,
        content: [{ type: 'text', text: thrown instanceof BtcpError ? thrown.message : pageProblem(thrown) }],
      };
    }
  });

  const stop = connected.onChange(() => void server.sendToolListChanged().catch(() => {}));
  server.onclose = stop;
  return server;
}

function asMcpTool({ name, description, inputSchema, annotations }: ConnectedPage['tools'][number]): Tool {
  return {
    name,
    description,
    inputSchema: (isObject(inputSchema)
      ? { type: 'object', ...inputSchema }
      : { type: 'object' }) as Tool['inputSchema'],
    ...(annotations ? { annotations } : {}),
  };
}

type Part = Awaited<ReturnType<ConnectedPage['call']>>['content'][number];

function asMcpContent(part: Part): CallToolResult['content'][number] {
  if (part.type !== 'resource') return part;
  const { uri, mimeType, text, blob } = part;
  return {
    type: 'resource',
    resource: { uri, ...(mimeType ? { mimeType } : {}), ...(blob === undefined ? { text: text ?? '' } : { blob }) },
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
