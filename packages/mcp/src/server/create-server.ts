import { BtcpError, type Conversation, type ToolSet } from '@btcp/tools';
import {
  isInputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { APP_RESOURCE, APP_URI, readApp } from '../app/app-resource.js';
import { appTools, callAppTool, isAppTool } from '../app/app-tools.js';
import { showsApps } from '../app/client-capabilities.js';
import type { LiveApp } from '../app/live-app.js';
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
  /** False leaves `structuredContent` out of results: some clients show a model nothing else. */
  structured?: boolean | undefined;
  websiteUrl?: string | undefined;
  owner?: string | undefined;
  /** Shown inside the chat by clients with MCP Apps; without it, they see what the others see. */
  app?: LiveApp | undefined;
}

// The tools are the same for as long as the server runs.
const LIST_TTL_MS = 60 * 60_000;

/** An MCP server for one conversation. `conversation` is asked again for each call, since a browser may have closed. */
export function createMcpServer(
  { tools, listed = tools, version, structured = true, websiteUrl, owner, app }: McpOptions,
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
  const shownApp = (context: ServerContext) => (app && showsApps(server, context) ? app : undefined);
  server.setRequestHandler('tools/list', (_request, context) => {
    const shown = shownApp(context);
    return { tools: [...describeTools(listed, structured, shown), ...(shown ? appTools() : [])] };
  });
  server.setRequestHandler('resources/list', (_request, context) => ({
    resources: [...(shownApp(context) ? [APP_RESOURCE] : []), ...listResources(conversation())],
  }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
  server.setRequestHandler('resources/read', ({ params }, context) => {
    const shown = params.uri === APP_URI && shownApp(context);
    return shown ? readApp(shown) : readResource(conversation(), params.uri);
  });
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: input = {} } }, context) => {
    const own = conversation();
    const { signal, _meta: meta, notify } = context.mcpReq;
    const caller = callerOf(requestedBy(server, context), owner);
    const shown = shownApp(context);
    if (shown && isAppTool(name)) {
      return callAppTool(name, shown, own, input, signal).catch((thrown) => failure(BtcpError.from(thrown)));
    }
    try {
      const answer = await runToolCall(tools, own, { name, signal, meta, notify, caller }, (call, report) =>
        tools.get(name)?.isForPerson
          ? askPerson({ server, context, input, conversation: own, isShown: shown !== undefined, call, report })
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

// Only an unknown tool is a protocol error.
function unknownTool(error: BtcpError): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, [error.message, error.hint].join(' '), error.toJSON());
}
