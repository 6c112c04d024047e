import type { NetworkEntry, ScriptContext } from '@btcp/tools';
import type { CDPSession, Protocol } from 'puppeteer-core';
import { type ExplainFailure, failureText } from '../policy/connection-failure.js';
import { OPENABLE } from '../policy/openable.js';
import type { BoundedLog } from './bounded-log.js';
import type { OpenRequests } from './open-requests.js';
import type { RequestRecords } from './request-records.js';

// Requests that Chrome makes on its own.
const ASKED_BY_CHROME = /^https?:\/\/[^/]+\/favicon\.ico$/;

const UNUSED_BODY = /^net::ERR_(ABORTED|FAILED)$/;

const NOT_HERE = 'its kind of address is for another program, and none is opened';

interface NetworkCollection {
  log: BoundedLog<NetworkEntry>;
  open: OpenRequests;
  records: RequestRecords;
  explain: ExplainFailure;
  script: string | undefined;
}

export async function collectNetwork(
  cdp: CDPSession,
  context: ScriptContext,
  { log, open, records, explain, script }: NetworkCollection,
): Promise<void> {
  const since = (requestId: string, timestamp: number) => {
    const request = open.get(requestId);
    return request && { ...request, elapsed: Math.round((timestamp - request.sentAt) * 1_000) };
  };
  const finish = (requestId: string, timestamp: number, outcome: Partial<NetworkEntry>) => {
    const request = since(requestId, timestamp);
    if (!request) return;
    // Chrome takes the two times in different processes, so that the end can seem to come before the answer.
    Object.assign(request.entry, { duration: Math.max(request.elapsed, request.entry.responseTime ?? 0) }, outcome);
    open.delete(requestId);
    records.done(request.entry);
  };
  // Only a good status lets a worker run; what the cache answers has none on the wire.
  const statusOf = (requestId: string): Pick<NetworkEntry, 'status'> => {
    const request = open.get(requestId);
    const status = request?.entry.status ?? request?.wireStatus ?? (requestId === script ? 200 : undefined);
    return status === undefined ? {} : { status };
  };

  cdp.on('Network.requestWillBeSent', ({ requestId, request, type, timestamp, wallTime, redirectResponse }) => {
    if (redirectResponse) {
      const redirected = open.get(requestId);
      if (redirected) Object.assign(redirected.entry, answerOf(redirectResponse));
      if (redirected) records.answered(redirected.entry, redirectResponse);
      finish(requestId, timestamp, {});
    }
    if (request.url.startsWith('data:') || (type === 'Other' && ASKED_BY_CHROME.test(request.url))) return;
    const entry: NetworkEntry = {
      id: records.nextId(),
      ...context,
      url: request.url + (request.urlFragment ?? ''),
      method: request.method,
      type: (type ?? 'Other').toLowerCase(),
      time: wallTime * 1_000,
    };
    open.set(requestId, { entry, sentAt: timestamp });
    if (log.isPaused) return;
    records.add(entry, cdp, requestId, request);
    log.add(entry);
  });
  cdp.on('Network.requestServedFromCache', ({ requestId }) => {
    const request = open.get(requestId);
    if (request) request.entry.source = 'memory cache';
  });
  cdp.on('Network.responseReceived', ({ requestId, response, timestamp }) => {
    const request = since(requestId, timestamp);
    if (!request) return;
    records.answered(request.entry, response);
    const { source } = request.entry;
    const responseTime = Math.max(request.elapsed, 0);
    Object.assign(request.entry, answerOf(response), { responseTime }, source ? { source } : {});
  });
  cdp.on('Network.dataReceived', ({ requestId, dataLength }) => {
    const request = open.get(requestId);
    if (request) records.received(request.entry, dataLength);
  });
  cdp.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
    const request = open.get(requestId);
    if (request) request.wireStatus = statusCode;
  });
  cdp.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    finish(requestId, timestamp, { size: encodedDataLength, ...statusOf(requestId) });
  });
  cdp.on('Network.loadingFailed', ({ requestId, timestamp, errorText, blockedReason, corsErrorStatus, canceled }) => {
    const entry = open.get(requestId)?.entry;
    // Chrome drops the body of an error that answers for a stylesheet, script or worker: the status is the outcome.
    if ((entry?.status ?? 0) >= 400 && (canceled || UNUSED_BODY.test(errorText)))
      return finish(requestId, timestamp, {});
    const reason = corsErrorStatus
      ? `CORS: ${corsErrorStatus.corsError}`
      : blockedReason
        ? `blocked: ${blockedReason}`
        : failureText(errorText, explain(entry?.url ?? ''));
    finish(requestId, timestamp, { failure: canceled ? whyCancelled(entry) : reason });
  });
  cdp.on('Page.windowOpen', ({ url }) => {
    if (!OPENABLE.test(url))
      log.add({ ...context, url, method: 'GET', type: 'document', time: Date.now(), failure: NOT_HERE });
  });
  const isLoaded = await enableNetwork(cdp);
  // Chrome reports the end of a shared worker's script to sessions of the worker only, and this one came too late for it.
  const missed = isLoaded && script ? open.get(script) : undefined;
  if (!script || !missed) return;
  finish(script, missed.sentAt + (Date.now() - missed.entry.time) / 1_000, statusOf(script));
}

// Whether the script of a worker was loaded before.
async function enableNetwork(cdp: CDPSession): Promise<boolean> {
  let isLoaded = false;
  cdp.once('Inspector.workerScriptLoaded', () => {
    isLoaded = true;
  });
  await cdp.send('Network.enable');
  return isLoaded;
}

function whyCancelled(request: NetworkEntry | undefined): string {
  // Chrome reports both alike, and only patched prototypes would distinguish them.
  if (request?.type === 'xhr' || request?.type === 'fetch') return 'timed out or aborted by the page';
  if (request?.type !== 'document' || OPENABLE.test(request.url)) return 'cancelled';
  return NOT_HERE;
}

function answerOf(response: Protocol.Network.Response): Partial<NetworkEntry> {
  const contentType = response.headers['content-type'] ?? response.headers['Content-Type'] ?? response.mimeType;
  return { status: response.status, contentType, source: sourceOf(response) };
}

function sourceOf({
  fromServiceWorker,
  fromDiskCache,
  fromPrefetchCache,
}: Protocol.Network.Response): NonNullable<NetworkEntry['source']> {
  if (fromServiceWorker) return 'service worker';
  if (fromDiskCache) return 'disk cache';
  return fromPrefetchCache ? 'prefetch cache' : 'network';
}
