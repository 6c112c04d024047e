import type { ReadResourceResult, Resource } from '@modelcontextprotocol/server';
import { APP_TYPE } from './client-capabilities.js';
import type { LiveApp } from './live-app.js';

export const APP_URI = 'ui://btcp/live-view';

export const APP_RESOURCE: Resource = {
  uri: APP_URI,
  name: 'Live view',
  description: 'The browser as it is now, for the person in the chat: to watch, take over and hand back',
  mimeType: APP_TYPE,
};

export async function readApp(app: LiveApp): Promise<ReadResourceResult> {
  const [text, connectDomains] = await Promise.all([app.page(), app.streamOrigins()]);
  const ui = { csp: { connectDomains }, permissions: { clipboardWrite: {} }, prefersBorder: false };
  return { contents: [{ uri: APP_URI, mimeType: APP_TYPE, text, _meta: { ui } }] };
}
