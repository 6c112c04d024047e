import { BtcpError, errorCodeOf, RpcError } from '@btcp/protocol';
import { type PageAnswer, type PageCommand, type PageCommandOptions, readResponse } from '@btcp/tools';
import type { ConnectedPage } from '../broker.js';

/** The tool of a page that offers to be driven. */
export const PAGE_AGENT = 'browser_agent';

/** Has the page's agent do one thing, and gives its data or throws its error. */
export async function runCommand(
  page: ConnectedPage,
  command: PageCommand,
  options: PageCommandOptions = {},
): Promise<PageAnswer> {
  const { structuredContent } = await page.call(PAGE_AGENT, command, options).catch((thrown) => {
    const { btcpCode, message } = RpcError.from(thrown);
    const code = errorCodeOf(btcpCode);
    // It is a page that cannot be driven, and not the caller's tool, that there is none of.
    throw new BtcpError(
      code === 'unknown_tool' ? 'unsupported' : code,
      `The page did not ${command.action}: ${message}.`,
      { hint: 'Retry; if it goes on, load the page again, or use a browser of the system.', cause: thrown },
    );
  });
  return readResponse(structuredContent);
}
