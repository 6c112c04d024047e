import type { IncomingMessage } from 'node:http';
import { BtcpError } from '@btcp/tools';
import { readAnswer } from '../client/server-client.js';

export function hostAway(url: string, cause: Error & { code?: string }): BtcpError {
  return new BtcpError(
    'browser_unavailable',
    `The agent's host at ${url} is unreachable: ${cause.message || cause.code}.`,
    {
      hint: 'Start it there, unless this server starts it, and call again. A call in progress may have completed.',
      cause,
    },
  );
}

export async function hostError(url: string, response: IncomingMessage, prefix: string): Promise<BtcpError> {
  const answer = await readAnswer<{ owner?: { sessionId: string | null } }>(response).catch(() => undefined);
  if (!answer?.error) return hostAway(url, new Error(`it answered with status ${response.statusCode}`));
  // The caller's own token was valid.
  if (answer.error.code === 'unauthorized') {
    return new BtcpError('browser_unavailable', `The agent's host at ${url} does not take this server's token.`, {
      hint: 'Start this server with BTCP_HOST_URL set to the address of the host and BTCP_HOST_TOKEN to its token; for one agent, add _ and its name to both.',
    });
  }
  if (answer.error.code === 'browser_owned' && !answer.owner?.sessionId?.startsWith(prefix)) {
    return new BtcpError('browser_owned', `The browser of the host at ${url} is in use by others.`, {
      hint: 'Start the host without --ownership single, or give each agent its own host.',
    });
  }
  return BtcpError.fromJSON(answer.error);
}

/** Why a request has no answer: its host is away or slow, or the caller has cancelled. */
export function noAnswer(url: string, cause: Error, signal: AbortSignal | undefined): BtcpError {
  if (!signal?.aborted) return hostAway(url, cause);
  return isLate(signal) ? hostAway(url, new Error('it does not answer')) : cancelled(cause);
}

function isLate({ reason }: AbortSignal): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}

function cancelled(cause: unknown): BtcpError {
  return new BtcpError('cancelled', 'The call was cancelled by the caller.', {
    hint: 'Part of it may be done: browser_snapshot shows the page.',
    cause,
  });
}
