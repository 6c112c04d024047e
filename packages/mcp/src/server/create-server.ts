import { BtcpError, type Conversation, callTool, type ToolResult, type ToolSet } from '@btcp/tools';
import {
  type CallToolResult,
  isInputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server';
import { askPerson } from './ask-person.js';
import { callerOf } from './caller-of.js';
import { describeTools } from './describe-tools.js';
import { INSTRUCTIONS } from './instructions.js';
import { withProgress } from './progress.js';
import { getPrompt, listPrompts } from './prompts.js';
import { linkTo, listResources, readResource } from './resources.js';
import { structuredContent } from './structured-content.js';

/** Which tools a server has, and which of them it lists. */
export interface McpOptions {
  tools: ToolSet;
  /** The tools that are listed; all by default. */
  listed?: ToolSet;
  version: string;
  /**
   * Whether results carry `structuredContent` besides text and pictures, and tools an `outputSchema`; they do unless
   * this is false. Some clients show a model the structured content in place of the rest.
   */
  structured?: boolean | undefined;
  /** Where people find this server. */
  websiteUrl?: string | undefined;
  /** The person of a team whose token the clients have. */
  owner?: string | undefined;
}

/** The tools are the same for as long as the server runs. */
const LIST_TTL_MS = 60 * 60_000;

/**
 * An MCP server for one conversation. `conversation` is asked anew for each call, since a browser may have closed.
 */
export function createMcpServer(
  { tools, listed = tools, version, structured = true, websiteUrl, owner }: McpOptions,
  conversation: () => Conversation,
): Server {
  const server = new Server(
    { name: 'btcp', version, ...(websiteUrl === undefined ? {} : { websiteUrl }) },
    {
      capabilities: { tools: {}, prompts: {}, resources: {} },
      instructions: INSTRUCTIONS,
      cacheHints: { 'tools/list': { ttlMs: LIST_TTL_MS }, 'prompts/list': { ttlMs: LIST_TTL_MS } },
    },
  );
  server.setRequestHandler('prompts/list', () => ({ prompts: listPrompts() }));
  server.setRequestHandler('prompts/get', ({ params }) => getPrompt(params.name, params.arguments));
  server.setRequestHandler('tools/list', () => ({ tools: describeTools(listed, structured) }));
  server.setRequestHandler('resources/list', () => ({ resources: listResources(conversation()) }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
  server.setRequestHandler('resources/read', ({ params }) => readResource(conversation(), params.uri));
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: input = {} } }, context) => {
    const own = conversation();
    const { signal, _meta } = context.mcpReq;
    const traceparent = typeof _meta?.traceparent === 'string' ? _meta.traceparent : undefined;
    const call = (input: Record<string, unknown>) =>
      callTool({
        tools,
        name,
        input,
        conversation: own,
        signal,
        traceparent,
        caller: callerOf(server, context, owner),
      });
    const run = (tell: (message: string) => void) =>
      tools.get(name)?.isForPerson ? askPerson({ server, context, input, conversation: own, call, tell }) : call(input);
    try {
      const answer = await withProgress(context, name, (tell) => tellPlace(own, tell, () => run(tell)));
      return isInputRequiredResult(answer) ? answer : success(answer, structured);
    } catch (thrown) {
      const error = BtcpError.from(thrown);
      if (!tools.has(name)) throw unknownTool(error);
      return failure(error);
    }
  });
  return server;
}

function success({ text, data, page, images = [], files = [] }: ToolResult, structured: boolean): CallToolResult {
  const pictures = images.map(({ data, mimeType }) => ({ type: 'image' as const, data, mimeType }));
  const links = files.map(linkTo);
  return {
    content: [{ type: 'text', text }, ...pictures, ...links],
    ...(structured ? { structuredContent: structuredContent(data as object, page) } : {}),
  };
}

/** A first call may wait for its browser. */
async function tellPlace<T>(
  { events }: Conversation,
  tell: (message: string) => void,
  run: () => Promise<T>,
): Promise<T> {
  const stop = events.subscribe((event) => {
    if (event.type === 'queued') tell(`Waiting for a browser: place ${event.place} of ${event.waiting} in the queue.`);
  });
  return run().finally(stop);
}

/** Only an unknown tool is a protocol error. */
function unknownTool(error: BtcpError): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, [error.message, error.hint].join(' '), error.toJSON());
}

/** A failed call is a result that the model reads. */
function failure(error: BtcpError): CallToolResult {
  const text = error.hint ? `${error.message}\n${error.hint}` : error.message;
  return { isError: true, content: [{ type: 'text', text }], _meta: { 'btcp/error': { ...error.toJSON() } } };
}
