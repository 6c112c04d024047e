import { BtcpError, type ErrorCode, isErrorCode, isObject, RpcError } from '@btcp/protocol';
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

export interface Command {
  action: string;
  [argument: string]: unknown;
}

export interface CommandOptions {
  timeout?: number;
  signal?: AbortSignal;
}

/** Has the page's agent do one thing, and gives its data or throws its error. */
export async function runCommand(
  page: ConnectedPage,
  command: Command,
  options: CommandOptions = {},
): Promise<Record<string, unknown>> {
  const { structuredContent: response } = await page.call(PAGE_AGENT, command, options).catch((thrown) => {
    const { btcpCode, message } = RpcError.from(thrown);
    throw new BtcpError(CODES[String(btcpCode)] ?? 'internal', `The page did not ${command.action}: ${message}`);
  });
  if (!isObject(response)) throw new BtcpError('internal', 'The page answered in a way that no agent does.');
  if (response.success === true) return isObject(response.data) ? response.data : {};
  const { error, errorCode, suggestions } = response;
  const hint = Array.isArray(suggestions) && suggestions.length > 0 ? String(suggestions[0]) : undefined;
  throw new BtcpError(isErrorCode(errorCode) ? errorCode : 'internal', String(error), { hint });
}
