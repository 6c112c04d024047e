import { BtcpError, type ErrorCode, RpcError } from '@btcp/protocol';
import { type PageAnswer, type PageCommand, type PageCommandOptions, readResponse } from '@btcp/tools';
import type { ConnectedPage } from '../broker.js';

/** The tool of a page that offers to be driven. */
export const PAGE_AGENT = 'browser_agent';

const CODES: Record<string, ErrorCode> = {
  CANCELLED: 'cancelled',
  CAPABILITY_DENIED: 'denied',
  CONNECTION_LOST: 'browser_lost',
  SESSION_NOT_FOUND: 'browser_lost',
  TIMEOUT: 'timeout',
  TOOL_NOT_FOUND: 'unsupported',
};

/** Has the page's agent do one thing, and gives its data or throws its error. */
export async function runCommand(
  page: ConnectedPage,
  command: PageCommand,
  options: PageCommandOptions = {},
): Promise<PageAnswer> {
  const { structuredContent } = await page.call(PAGE_AGENT, command, options).catch((thrown) => {
    const { btcpCode, message } = RpcError.from(thrown);
    throw new BtcpError(CODES[String(btcpCode)] ?? 'internal', `The page did not ${command.action}: ${message}`);
  });
  return readResponse(structuredContent);
}
