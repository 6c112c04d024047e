import { BtcpError } from '@btcp/protocol';
import type { NetworkEntry, RequestDetails } from '@btcp/tools';
import type { Protocol } from 'puppeteer-core';
import type { RequestRecord } from '../../capture/request-records.js';
import type { SessionFiles } from '../../files/session-files.js';
import { shownHeaders } from '../../network/routes.js';

const MAX_BODY = 10_000_000;
const MAX_POSTED = 100_000;
const TEXT =
  /^(?:text\/|application\/(?:[\w.+-]*(?:json|xml|javascript|ecmascript|yaml|graphql|x-www-form-urlencoded)\b)|image\/svg)/i;

/** Bodies are fetched when they are asked for; Chrome keeps them until the page is left, or for lack of room. */
export async function requestDetails(
  entry: NetworkEntry,
  record: RequestRecord,
  files: SessionFiles,
): Promise<RequestDetails> {
  const posted = record.hasBody ? await postedBody(record) : undefined;
  const { statusText, protocol, timing } = record.response ?? {};
  return {
    entry,
    ...(statusText ? { statusText } : {}),
    ...(protocol ? { protocol } : {}),
    requestHeaders: shownHeaders(record.requestHeaders),
    responseHeaders: shownHeaders(record.responseHeaders),
    timing: timing ? phasesOf(timing) : {},
    ...(posted === undefined ? {} : { requestBody: posted }),
    responseBody: await shownBody(record, files),
  };
}

async function shownBody(record: RequestRecord, files: SessionFiles): Promise<RequestDetails['responseBody']> {
  const body = await bodyOf(record);
  if ('problem' in body) return body;
  const mimeType = record.response?.mimeType ?? '';
  if (!body.isBase64) return { text: body.data };
  const bytes = Buffer.from(body.data, 'base64');
  if (TEXT.test(mimeType)) return { text: bytes.toString('utf8') };
  const ending = /^[\w.+-]+\/([\w-]{1,10})/.exec(mimeType)?.[1] ?? 'bin';
  return { file: await files.save(`body.${ending}`, bytes), size: bytes.length };
}

export type Body = { data: string; isBase64: boolean } | { problem: string };

/** Never more than a limit, however small it was on the wire. */
export async function bodyOf({ cdp, requestId, received, isDone }: RequestRecord, most = MAX_BODY): Promise<Body> {
  if (received > most) return { problem: `The body has ${received} bytes, and at most ${most} are read.` };
  if (!isDone) return { problem: 'The body is not complete.' };
  try {
    const { body, base64Encoded } = await cdp.send('Network.getResponseBody', { requestId });
    return { data: body, isBase64: base64Encoded };
  } catch {
    return { problem: 'Chrome no longer has the body, or there was none.' };
  }
}

export async function postedBody({ cdp, requestId }: RequestRecord): Promise<string | undefined> {
  try {
    const { postData } = await cdp.send('Network.getRequestPostData', { requestId });
    return postData.length > MAX_POSTED ? `${postData.slice(0, MAX_POSTED)}…` : postData;
  } catch {
    return undefined;
  }
}

// Chrome gives -1 for a phase that there was not.
function phasesOf(timing: Protocol.Network.ResourceTiming): Record<string, number> {
  const { dnsStart, dnsEnd, connectStart, connectEnd, sslStart, sslEnd, sendStart, sendEnd, receiveHeadersEnd } =
    timing;
  const phases: [string, number, number][] = [
    ['dns', dnsStart, dnsEnd],
    ['connect', connectStart, connectEnd],
    ['tls', sslStart, sslEnd],
    ['send', sendStart, sendEnd],
    ['wait', sendEnd, receiveHeadersEnd],
  ];
  const known = phases.filter(([, start, end]) => start >= 0 && end >= start);
  return Object.fromEntries(known.map(([name, start, end]) => [name, Math.round((end - start) * 10) / 10]));
}

export function noSuchRequest(id: number): BtcpError {
  return new BtcpError('not_found', `There is no request ${id} in the log.`, {
    hint: 'browser_network_requests lists the requests with their ids; old ones are dropped.',
  });
}
