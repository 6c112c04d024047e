import { VERSION } from '../../system/version.js';
import type { Log } from '../logging/log.js';
import type { TraceContext } from './trace-context.js';

export interface EndedSpan {
  context: TraceContext;
  parentSpanId: string | undefined;
  name: string;
  kind: keyof typeof KINDS;
  /** Milliseconds since 1970. */
  start: number;
  end: number;
  attributes: Record<string, string | number>;
  isError: boolean;
}

const KINDS = { internal: 1, server: 2, client: 3 } as const;
const STATUS_ERROR = 2;
const EXPORT_INTERVAL_MS = 1_000;
const EXPORT_TIMEOUT_MS = 10_000;
const MAX_BATCH = 512;
const MAX_WAITING = 4_096;

/** Sends spans to an OpenTelemetry collector as OTLP/HTTP with JSON, in batches, and never lets a call wait for it. */
export class OtlpExporter {
  readonly #url: string;
  readonly #headers: Record<string, string>;
  readonly #log: Log;
  #waiting: EndedSpan[] = [];
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> = Promise.resolve();
  #isFailing = false;

  constructor(endpoint: string, log: Log, environment: NodeJS.ProcessEnv = process.env) {
    const base = endpoint.endsWith('/') ? endpoint : `${endpoint}/`;
    this.#url = environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || new URL('v1/traces', base).href;
    this.#headers = readHeaders(environment.OTEL_EXPORTER_OTLP_HEADERS);
    this.#log = log;
  }

  add(span: EndedSpan): void {
    if (this.#waiting.length >= MAX_WAITING) return;
    this.#waiting.push(span);
    this.#timer ??= setTimeout(() => void this.flush(), EXPORT_INTERVAL_MS).unref();
  }

  /** Resolves when everything that waits has been sent, or has failed. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sending = this.#sending.then(async () => {
      while (this.#waiting.length > 0) await this.#send(this.#waiting.splice(0, MAX_BATCH));
    });
    await this.#sending;
  }

  async #send(spans: EndedSpan[]): Promise<void> {
    try {
      const response = await fetch(this.#url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...this.#headers },
        body: JSON.stringify(requestOf(spans)),
        signal: AbortSignal.timeout(EXPORT_TIMEOUT_MS),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`status ${response.status}`);
      this.#isFailing = false;
    } catch (cause) {
      if (!this.#isFailing) {
        const why = (cause as Error).message;
        this.#log.write('warn', `Traces could not be sent to ${this.#url}: ${why}. See --otlp-endpoint.`);
      }
      this.#isFailing = true;
    }
  }
}

function readHeaders(text = ''): Record<string, string> {
  const pairs = text.split(',').map((pair) => pair.split(/=(.*)/s));
  return Object.fromEntries(
    pairs.filter(([name]) => name).map(([name = '', value = '']) => [name.trim(), decodeURIComponent(value.trim())]),
  );
}

function requestOf(spans: EndedSpan[]): object {
  const attributes = { 'service.name': process.env.OTEL_SERVICE_NAME || 'btcp', 'service.version': VERSION };
  return {
    resourceSpans: [
      {
        resource: { attributes: pairsOf(attributes) },
        scopeSpans: [{ scope: { name: 'btcp', version: VERSION }, spans: spans.map(spanOf) }],
      },
    ],
  };
}

function spanOf({ context, parentSpanId, name, kind, start, end, attributes, isError }: EndedSpan): object {
  return {
    traceId: context.traceId,
    spanId: context.spanId,
    ...(parentSpanId === undefined ? {} : { parentSpanId }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: nanoseconds(start),
    endTimeUnixNano: nanoseconds(end),
    attributes: pairsOf(attributes),
    status: isError ? { code: STATUS_ERROR } : {},
  };
}

function pairsOf(attributes: Record<string, string | number>): object[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));
}

// As text: a number would lose digits.
function nanoseconds(milliseconds: number): string {
  return String(BigInt(Math.round(milliseconds * 1_000)) * 1_000n);
}
