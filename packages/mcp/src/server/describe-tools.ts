import { describeTool, type Tool, type ToolSet } from '@btcp/tools';
import type { Tool as McpTool } from '@modelcontextprotocol/server';
import { APP_URI } from '../app/app-resource.js';
import type { LiveApp } from '../app/live-app.js';
import { structuredSchema } from './structured-content.js';

// Each call that opens the live view adds one to the chat, so of the other tools only this one does.
const PAGE_OPENER = 'browser_navigate';
const MAY_DESTROY: readonly Tool['group'][] = ['acting', 'scripting', 'connected'];

/** With an app, the tools that open it name its page. */
export function describeTools(tools: ToolSet, structured: boolean, app?: LiveApp): McpTool[] {
  return [...tools.values()].map((tool) => {
    const { name, title, description, effect, inputSchema, outputSchema } = describeTool(tool);
    const isReading = effect === 'read';
    return {
      name,
      title,
      description,
      inputSchema: inputSchema as McpTool['inputSchema'],
      ...(structured ? { outputSchema: structuredSchema(outputSchema) } : {}),
      annotations: {
        readOnlyHint: isReading,
        destructiveHint: !isReading && MAY_DESTROY.includes(tool.group),
        openWorldHint: true,
      },
      ...(app && opensApp(tool, app) ? { _meta: { ui: { resourceUri: APP_URI } } } : {}),
    };
  });
}

function opensApp({ name, isForPerson }: Tool, { opensWith }: LiveApp): boolean {
  return isForPerson === true || (opensWith === 'pages' && name === PAGE_OPENER);
}
