import { BtcpError, errorCodeOf, PAGE_TOOL, type PageCommand, RpcError } from '@btcp/protocol';
import type { PageCommandOptions } from '@btcp/tools';
import type { ConnectedPage } from '../clients/connected-page.js';

export async function runCommand(
  page: ConnectedPage,
  command: PageCommand,
  options: PageCommandOptions = {},
): Promise<unknown> {
  const { structuredContent } = await page.call(PAGE_TOOL, command, options).catch((thrown) => {
    const { btcpCode, message } = RpcError.from(thrown);
    const code = errorCodeOf(btcpCode);
    // The page has no such tool; the caller's tool exists.
    throw new BtcpError(
      code === 'unknown_tool' ? 'unsupported' : code,
      `The page did not ${command.action}: ${message}.`,
      { hint: 'Retry; if it goes on, load the page again, or use a browser of the system.', cause: thrown },
    );
  });
  return structuredContent;
}
