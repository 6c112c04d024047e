import type { LiveApp } from '@btcp/mcp';
import { usageError } from '../settings/settings.js';

/** When clients with MCP Apps show the live view inside the chat; undefined is never. */
export function chatView(when = 'pages'): LiveApp['opensWith'] | undefined {
  if (when === 'off') return undefined;
  if (when === 'pages' || when === 'requests') return when;
  throw usageError(`--chat-view ${when} is unknown.`, 'Give pages, requests or off.');
}
