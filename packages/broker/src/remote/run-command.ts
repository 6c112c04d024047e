import { BtcpError, errorCodeOf, isErrorCode, isObject, RpcError } from '@btcp/protocol';
import type { ConnectedPage } from '../broker.js';
import { strangeAnswer } from './answers.js';

/** The tool of a page that offers to be driven. */
export const PAGE_AGENT = 'browser_agent';

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
    const code = errorCodeOf(btcpCode);
    // It is a page that cannot be driven, and not the caller's tool, that there is none of.
    throw new BtcpError(
      code === 'unknown_tool' ? 'unsupported' : code,
      `The page did not ${command.action}: ${message}.`,
      { hint: 'Retry; if it goes on, load the page again, or use a browser of the system.', cause: thrown },
    );
  });
  if (!isObject(response)) throw strangeAnswer();
  if (response.success === true) return isObject(response.data) ? response.data : {};
  const { error, errorCode, suggestions } = response;
  // What a page suggests is its own word, and no hint of ours.
  const message = [error, ...(Array.isArray(suggestions) ? suggestions : [])].map(String).join(' ');
  throw new BtcpError(isErrorCode(errorCode) ? errorCode : 'internal', message, {
    hint: 'browser_snapshot shows what is on the page.',
  });
}
