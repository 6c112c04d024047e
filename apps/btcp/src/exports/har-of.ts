import type { History, HistoryRequest } from '../contract/history.js';
import { VERSION } from '../system/version.js';
import type { HistoryReader } from './export-history.js';

/** The requests of a history as an HTTP archive, without headers and bodies, which are not kept. */
export async function harOf({ steps }: History, reader: HistoryReader): Promise<string> {
  const entries = new Map<string, object>();
  for (const { number } of steps) {
    for (const request of (await reader.details(number))?.requests ?? []) {
      // A request without an answer is seen again at the next step.
      entries.set(`${request.id} ${request.time} ${request.url}`, entryOf(request, number));
    }
  }
  const pages = steps.map(({ number, time, summary }) => ({
    id: `step_${number}`,
    startedDateTime: dateOf(time),
    title: summary,
    pageTimings: {},
  }));
  const log = { version: '1.2', creator: { name: 'btcp', version: VERSION }, pages, entries: [...entries.values()] };
  return JSON.stringify({ log }, null, 2);
}

function entryOf(request: HistoryRequest, step: number): object {
  const {
    url,
    method,
    status = 0,
    time,
    contentType = '',
    responseTime = 0,
    duration = 0,
    size = -1,
    failure,
  } = request;
  const unknown = { cookies: [], headers: [], headersSize: -1, httpVersion: '' };
  return {
    pageref: `step_${step}`,
    startedDateTime: dateOf(time),
    time: duration,
    request: { method, url, ...unknown, queryString: queryOf(url), bodySize: -1 },
    response: {
      status,
      statusText: '',
      ...unknown,
      content: { size: Math.max(size, 0), mimeType: contentType },
      redirectURL: '',
      bodySize: size,
      ...(failure === undefined ? {} : { _error: failure }),
    },
    cache: {},
    timings: { send: 0, wait: responseTime, receive: Math.max(0, duration - responseTime) },
  };
}

function queryOf(url: string): { name: string; value: string }[] {
  if (!URL.canParse(url)) return [];
  return [...new URL(url).searchParams].map(([name, value]) => ({ name, value }));
}

function dateOf(time: number): string {
  return new Date(time).toISOString();
}
