import { BtcpError, type Conversation, type ToolSet } from '@btcp/tools';
import { isInputRequiredResult, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { askPerson } from './ask-person.js';
import { failure, success } from './call-result.js';
import { callerOf, requestedBy } from './caller-of.js';
import { describeTools } from './describe-tools.js';
import { INSTRUCTIONS } from './instructions.js';
import { getPrompt, listPrompts } from './prompts.js';
import { listResources, readResource } from './resources.js';
import { runToolCall } from './tool-calls.js';

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
    const { signal, _meta: meta, notify } = context.mcpReq;
    const caller = callerOf(requestedBy(server, context), owner);
    try {
      const answer = await runToolCall(tools, own, { name, signal, meta, notify, caller }, (call, tell) =>
        tools.get(name)?.isForPerson
          ? askPerson({ server, context, input, conversation: own, call, tell })
          : call(input),
      );
      return isInputRequiredResult(answer) ? answer : success(answer, structured);
    } catch (thrown) {
      const error = BtcpError.from(thrown);
      if (!tools.has(name)) throw unknownTool(error);
      return failure(error);
    }
  });
  return server;
}

/** Only an unknown tool is a protocol error. */
function unknownTool(error: BtcpError): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, [error.message, error.hint].join(' '), error.toJSON());
}
