import type { Conversation } from '@btcp/tools';
import type { CallToolResult, Tool as McpTool } from '@modelcontextprotocol/server';
import { APP_URI } from './app-resource.js';
import type { LiveApp } from './live-app.js';

interface AppTool {
  title: string;
  description: string;
  isReading: boolean;
  properties: NonNullable<McpTool['inputSchema']['properties']>;
  run(app: LiveApp, conversation: Conversation, input: Record<string, unknown>, signal: AbortSignal): Promise<object>;
}

const TEXT = { type: 'string' };

const TOOLS: Record<string, AppTool> = {
  live_view_ticket: {
    title: 'Ticket for the live view',
    description: 'Get a ticket for one WebSocket to the live view, or its last picture where no browser is open.',
    isReading: true,
    properties: { hasPicture: { type: 'boolean' } },
    run: (app, conversation, input) => app.ticket(conversation, input),
  },
  live_view_poll: {
    title: 'Picture of the live view',
    description: 'Wait for the next picture and messages of the live view.',
    isReading: true,
    properties: { viewer: TEXT, pass: TEXT, name: TEXT },
    run: (app, conversation, input, signal) => app.poll(conversation, input, signal),
  },
  live_view_send: {
    title: 'Input for the live view',
    description: 'Send what the person does in the live view: take over, input, hand back.',
    isReading: false,
    properties: { viewer: TEXT, messages: { type: 'array', items: TEXT }, isLast: { type: 'boolean' } },
    run: (app, conversation, input) => app.send(conversation, input),
  },
};

/** The tools of the page. Hosts hide them from models, so only clients that say so get them at all. */
export function appTools(): McpTool[] {
  return Object.entries(TOOLS).map(([name, { title, description, isReading, properties }]) => ({
    name,
    title,
    description,
    inputSchema: { type: 'object', properties },
    annotations: { readOnlyHint: isReading, destructiveHint: false, openWorldHint: false },
    _meta: { ui: { resourceUri: APP_URI, visibility: ['app'] } },
  }));
}

export function isAppTool(name: string): boolean {
  return Object.hasOwn(TOOLS, name);
}

export async function callAppTool(name: string, ...call: Parameters<AppTool['run']>): Promise<CallToolResult> {
  const data = await TOOLS[name]?.run(...call);
  // The page reads it, no model does.
  return { content: [], structuredContent: { ...data } };
}
