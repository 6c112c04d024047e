import { type ConnectedPage, type ConnectedPages, pageProblem } from '@btcp/tools';
import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server, type Tool } from '@modelcontextprotocol/server';

/** Serves the tools of one connected page as an MCP server. */
export function createPageMcpServer(connected: ConnectedPages, sessionId: string | undefined, version: string): Server {
  const server = new Server({ name: 'btcp-page', version }, { capabilities: { tools: { listChanged: true } } });
  const page = (): ConnectedPage | undefined =>
    connected.pages().findLast((candidate) => sessionId === undefined || candidate.sessionId === sessionId);

  server.setRequestHandler('tools/list', () => ({ tools: (page()?.tools ?? []).map(asMcpTool) }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const offering = page();
    if (!offering?.tools.some(({ name }) => name === params.name)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The page offers no tool "${params.name}".`);
    }
    try {
      const { content, structuredContent, isError } = await offering.call(params.name, params.arguments, {
        signal: mcpReq.signal,
      });
      return {
        content: content.map(asMcpContent),
        ...(isObject(structuredContent) ? { structuredContent } : {}),
        ...(isError ? { isError } : {}),
      };
    } catch (thrown) {
      return { isError: true, content: [{ type: 'text', text: pageProblem(thrown) }] };
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
