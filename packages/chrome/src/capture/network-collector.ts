import type { NetworkEntry, ScriptContext } from '@btcp/tools';
import type { CDPSession, Protocol } from 'puppeteer-core';
import { type ExplainFailure, failureText } from '../policy/connection-failure.js';
import { OPENABLE } from '../policy/openable.js';
import type { BoundedLog } from './bounded-log.js';

// Requests that Chrome makes on its own.
const ASKED_BY_CHROME = /^https?:\/\/[^/]+\/favicon\.ico$/;

const NOT_HERE = 'its kind of address is for another program, and none is opened';

export async function collectNetwork(
  cdp: CDPSession,
  context: ScriptContext,
  log: BoundedLog<NetworkEntry>,
  explain: ExplainFailure,
): Promise<void> {
  const open = new Map<string, { entry: NetworkEntry; sentAt: number }>();
  const since = (requestId: string, timestamp: number) => {
    const request = open.get(requestId);
    return request && { ...request, elapsed: Math.round((timestamp - request.sentAt) * 1_000) };
  };
  const finish = (requestId: string, timestamp: number, outcome: Partial<NetworkEntry>) => {
    const request = since(requestId, timestamp);
    if (!request) return;
    Object.assign(request.entry, { duration: request.elapsed }, outcome);
    open.delete(requestId);
  };

  cdp.on('Network.requestWillBeSent', ({ requestId, request, type, timestamp, wallTime, redirectResponse }) => {
    if (redirectResponse) {
      const redirected = open.get(requestId);
      if (redirected) Object.assign(redirected.entry, answerOf(redirectResponse));
      finish(requestId, timestamp, {});
    }
    if (request.url.startsWith('data:') || (type === 'Other' && ASKED_BY_CHROME.test(request.url))) return;
    const entry: NetworkEntry = {
      ...context,
      url: request.url + (request.urlFragment ?? ''),
      method: request.method,
      type: (type ?? 'Other').toLowerCase(),
      time: wallTime * 1_000,
    };
    open.set(requestId, { entry, sentAt: timestamp });
    log.add(entry);
  });
  cdp.on('Network.requestServedFromCache', ({ requestId }) => {
    const request = open.get(requestId);
    if (request) request.entry.source = 'memory cache';
  });
  cdp.on('Network.responseReceived', ({ requestId, response, timestamp }) => {
    const request = since(requestId, timestamp);
    if (!request) return;
    const { source } = request.entry;
    Object.assign(request.entry, answerOf(response), { responseTime: request.elapsed }, source ? { source } : {});
  });
  cdp.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) =>
    finish(requestId, timestamp, { size: encodedDataLength }),
  );
  cdp.on('Network.loadingFailed', ({ requestId, timestamp, errorText, blockedReason, corsErrorStatus, canceled }) => {
    const reason = corsErrorStatus
      ? `CORS: ${corsErrorStatus.corsError}`
      : blockedReason
        ? `blocked: ${blockedReason}`
        : failureText(errorText, explain(open.get(requestId)?.entry.url ?? ''));
    finish(requestId, timestamp, { failure: canceled ? whyCancelled(open.get(requestId)?.entry) : reason });
  });
  cdp.on('Page.windowOpen', ({ url }) => {
    if (!OPENABLE.test(url))
      log.add({ ...context, url, method: 'GET', type: 'document', time: Date.now(), failure: NOT_HERE });
  });
  await cdp.send('Network.enable');
}

function whyCancelled(request: NetworkEntry | undefined): string {
  if (request?.type !== 'document' || OPENABLE.test(request.url)) return 'cancelled';
  return NOT_HERE;
}

function answerOf(response: Protocol.Network.Response): Partial<NetworkEntry> {
  const contentType = response.headers['content-type'] ?? response.headers['Content-Type'] ?? response.mimeType;
  return { status: response.status, contentType, source: sourceOf(response) };
}

// REQ-BT-021: who answered.
function sourceOf({
  fromServiceWorker,
  fromDiskCache,
  fromPrefetchCache,
}: Protocol.Network.Response): NonNullable<NetworkEntry['source']> {
  if (fromServiceWorker) return 'service worker';
  if (fromDiskCache) return 'disk cache';
  return fromPrefetchCache ? 'prefetch cache' : 'network';
}
