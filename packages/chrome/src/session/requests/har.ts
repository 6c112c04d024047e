import { open } from 'node:fs/promises';
import { BtcpError } from '@btcp/protocol';
import { type HarCommand, type HarOutcome, type NetworkEntry, type RecordedRequest, readHar } from '@btcp/tools';
import type { Capture } from '../../capture/capture.js';
import type { RequestRecord } from '../../capture/request-records.js';
import type { SessionFiles } from '../../files/session-files.js';
import { type Replayed, type Routes, shownHeaders } from '../../network/routes.js';
import { bodyOf, postedBody } from './request-details.js';

const MAX_ENTRIES = 2_000;
const MAX_BODY = 2_000_000;
const MAX_TOTAL = 50_000_000;
const MAX_FILE = 100_000_000;

interface HarEntry {
  startedDateTime: string;
  time: number;
  request: object;
  response: object;
  cache: object;
  timings: object;
}

export class Har {
  readonly #capture: Capture;
  readonly #routes: Routes;
  readonly #files: SessionFiles;
  #recorded: Promise<HarEntry>[] | undefined;
  #left = 0;

  constructor(capture: Capture, routes: Routes, files: SessionFiles) {
    this.#capture = capture;
    this.#routes = routes;
    this.#files = files;
  }

  get isRecording(): boolean {
    return this.#recorded !== undefined;
  }

  async run(command: HarCommand): Promise<HarOutcome> {
    switch (command.action) {
      case 'start':
        return this.#start();
      case 'stop':
        return this.#stop(command.path);
      case 'replay':
        return this.#replay(command);
      case 'end':
        await this.#routes.setReplay(undefined);
        return { entries: 0 };
    }
  }

  #start(): HarOutcome {
    if (this.#recorded) throw wrong('Requests are being recorded already.', 'Stop it first.');
    this.#recorded = [];
    this.#left = MAX_TOTAL;
    this.#capture.records.onDone = (entry, record) => {
      if (this.#recorded && this.#recorded.length < MAX_ENTRIES) this.#recorded.push(this.#describe(entry, record));
    };
    return { entries: 0 };
  }

  async #stop(path: string | undefined): Promise<HarOutcome> {
    const recorded = this.#recorded;
    if (!recorded) throw wrong('No requests are being recorded.', 'Start with action start.');
    this.#recorded = undefined;
    this.#capture.records.onDone = undefined;
    const entries = await Promise.all(recorded);
    const log = { version: '1.2', creator: { name: 'btcp', version: '0.1.0' }, pages: [], entries };
    const text = JSON.stringify({ log }, null, 2);
    const saved = path === undefined ? this.#files.save('requests.har', text) : this.#files.saveAs(path, text);
    return { path: await saved, size: Buffer.byteLength(text), entries: entries.length };
  }

  async #describe(entry: NetworkEntry, record: RequestRecord): Promise<HarEntry> {
    const { url, method, status = 0, duration = 0, responseTime = duration, size = -1 } = entry;
    const body = await bodyOf(record, Math.min(MAX_BODY, this.#left));
    const text = 'problem' in body ? undefined : body.data;
    this.#left -= text?.length ?? 0;
    const posted = record.hasBody ? await postedBody(record) : undefined;
    const { statusText = '', protocol = 'http/1.1', mimeType = '' } = record.response ?? {};
    return {
      startedDateTime: new Date(entry.time).toISOString(),
      time: duration,
      request: {
        method,
        url,
        httpVersion: protocol,
        cookies: [],
        headers: listOf(shownHeaders(record.requestHeaders)),
        queryString: [...new URL(url).searchParams].map(([name, value]) => ({ name, value })),
        headersSize: -1,
        bodySize: posted?.length ?? 0,
        ...(posted === undefined
          ? {}
          : { postData: { mimeType: record.requestHeaders['content-type'] ?? '', text: posted } }),
      },
      response: {
        status,
        statusText,
        httpVersion: protocol,
        cookies: [],
        headers: listOf(shownHeaders(record.responseHeaders)),
        content: {
          size: record.received,
          mimeType,
          ...(text === undefined ? {} : { text }),
          ...('isBase64' in body && body.isBase64 ? { encoding: 'base64' } : {}),
          ...('problem' in body ? { comment: body.problem } : {}),
        },
        redirectURL: record.responseHeaders.location ?? '',
        headersSize: -1,
        bodySize: size,
      },
      cache: {},
      timings: { send: 0, wait: responseTime, receive: Math.max(0, duration - responseTime) },
    };
  }

  async #replay({ path, notFound }: Extract<HarCommand, { action: 'replay' }>): Promise<HarOutcome> {
    const answers = await this.#read(path);
    await this.#routes.setReplay(({ url, method }) => {
      const found = answers.get(`${method} ${url.replace(/#.*$/s, '')}`);
      return found ?? (notFound === 'fail' ? 'fail' : undefined);
    });
    return { path, entries: answers.size };
  }

  async #read(path: string): Promise<Map<string, Replayed>> {
    const file = await open(await this.#files.readable(path, 'HAR file'), 'r');
    try {
      const { size } = await file.stat();
      if (size > MAX_FILE) throw wrong(`${path} has ${size} bytes.`, `At most ${MAX_FILE} bytes are read.`);
      const recorded = readHar(await file.readFile('utf8'));
      if (!recorded) throw wrong(`${path} is not a HAR file.`, 'Give a file that was recorded as HAR 1.2.');
      return new Map(recorded.filter(({ response }) => response.status > 0).map(answerOf));
    } finally {
      await file.close();
    }
  }
}

// What belongs to the way a body was sent, and what was masked.
const NOT_REPLAYED = /^(?:content-encoding|content-length|transfer-encoding|set-cookie|:.*)$/i;

function answerOf({ request, response: { status, headers, content } }: RecordedRequest): [string, Replayed] {
  const body = Buffer.from(content.text ?? '', content.encoding === 'base64' ? 'base64' : 'utf8');
  const kept = headers.filter(({ name }) => !NOT_REPLAYED.test(name));
  return [`${request.method} ${request.url.replace(/#.*$/s, '')}`, { status, headers: kept, body }];
}

function listOf(headers: Record<string, string>): { name: string; value: string }[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}

function wrong(message: string, hint: string): BtcpError {
  return new BtcpError('invalid_input', message, { hint });
}
