import { BrowserOwned, type BrowserStatus } from '@btcp/host';
import type { BtcpError } from '@btcp/tools';

/** Names the routes of the agent; a remote host names its own, which the caller cannot reach. */
export function ownedByOther(slug: string, asking: string, status: BrowserStatus, refusal: BtcpError): BtcpError {
  const { sessionId: owner } = status;
  if (owner === null) return refusal;
  const base = `/api/agents/${slug}/browser`;
  return new BrowserOwned(status, {
    hint: `Call with that sessionId, close its browser with POST ${base}/close ${JSON.stringify({ sessionId: owner })}, or take it over with POST ${base}/ownership/transfer ${JSON.stringify({ sessionId: owner, to: asking })}.`,
  });
}
