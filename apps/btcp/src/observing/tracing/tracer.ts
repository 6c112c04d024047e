import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { CDP_CHANNEL, type CdpCommand } from '@btcp/chrome/cdp-channel';
import { BtcpError } from '@btcp/tools';
import type { Log } from '../logging/log.js';
import { type EndedSpan, OtlpExporter } from './otlp-exporter.js';
import { nextContext, readTraceparent, type TraceContext, writeTraceparent } from './trace-context.js';

/** What a span is about; attributes may be added until it ends. */
export interface SpanStart {
  name: string;
  kind: EndedSpan['kind'];
  attributes?: Record<string, string | number>;
  /** The context of the caller, which comes before that of the running span. */
  traceparent?: string | undefined;
}

interface RunningSpan {
  context: TraceContext;
  isEnded: boolean;
  commands: number;
}

// A page that loads for minutes must not fill a trace.
const MAX_COMMANDS = 200;

/** Traces calls from the surface to the commands that Chrome receives. No span has anything of a page. */
export class Tracer {
  readonly #exporter: OtlpExporter;
  readonly #running = new AsyncLocalStorage<RunningSpan>();
  readonly #onCommand = (command: unknown) => this.#traceCommand(command as CdpCommand);

  constructor(endpoint: string, log: Log) {
    this.#exporter = new OtlpExporter(endpoint, log);
    subscribe(CDP_CHANNEL, this.#onCommand);
  }

  get traceparent(): string | undefined {
    return this.current && writeTraceparent(this.current);
  }

  get current(): TraceContext | undefined {
    return this.#running.getStore()?.context;
  }

  async span<T>(
    { name, kind, attributes = {}, traceparent }: SpanStart,
    run: (attributes: Record<string, string | number>) => Promise<T>,
  ): Promise<T> {
    const parent = readTraceparent(traceparent) ?? this.current;
    const span: RunningSpan = { context: nextContext(parent), isEnded: false, commands: 0 };
    const start = now();
    const end = (isError: boolean) => {
      span.isEnded = true;
      const { context } = span;
      this.#add({ context, parentSpanId: parent?.spanId, name, kind, start, end: now(), attributes, isError });
    };
    try {
      const result = await this.#running.run(span, () => run(attributes));
      end(false);
      return result;
    } catch (thrown) {
      // The code alone: a message may quote the page.
      attributes['error.type'] = BtcpError.from(thrown).code;
      end(true);
      throw thrown;
    }
  }

  async close(): Promise<void> {
    unsubscribe(CDP_CHANNEL, this.#onCommand);
    await this.#exporter.flush();
  }

  // Chrome's own events are handled in the context of the call that started it, also when that call has ended.
  #traceCommand(command: CdpCommand): void {
    const parent = this.#running.getStore();
    if (!parent || parent.isEnded || ++parent.commands > MAX_COMMANDS) return;
    const start = now();
    command.onAnswer = (isError) =>
      this.#add({
        context: nextContext(parent.context),
        parentSpanId: parent.context.spanId,
        name: `CDP ${command.method}`,
        kind: 'client',
        start,
        end: now(),
        attributes: { 'rpc.method': command.method },
        isError,
      });
  }

  #add(span: EndedSpan): void {
    if (span.context.isSampled) this.#exporter.add(span);
  }
}

function now(): number {
  return performance.timeOrigin + performance.now();
}
