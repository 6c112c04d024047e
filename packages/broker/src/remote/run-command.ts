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
      `The page's ${command.action} failed: ${message}.`,
      { hint: 'Retry; if it persists, reload the page, or use a session with Chrome.', cause: thrown },
    );
  });
  return structuredContent;
}
