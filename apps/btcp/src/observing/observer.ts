import { BtcpError, type CallObserver, type ObservedCall } from '@btcp/tools';
import type { Log } from './logging/log.js';
import type { ServerMetrics } from './metrics/server-metrics.js';
import type { SpanStart, Tracer } from './tracing/tracer.js';

interface Observing {
  log: Log;
  tracer?: Tracer | undefined;
}

const OK = 'ok';
// Failures of the server; others are the normal life of an agent.
const FAULTS: readonly string[] = ['internal', 'browser_lost', 'browser_unavailable'];

/** Counts, traces and logs every call: its tool, session, outcome and duration, and nothing of a page. */
export class Observer implements CallObserver {
  readonly #log: Log;
  readonly #tracer: Tracer | undefined;
  metrics: ServerMetrics | undefined;

  constructor({ log, tracer }: Observing) {
    this.#log = log;
    this.#tracer = tracer;
  }

  async call<T>({ tool, session, traceparent }: ObservedCall, run: () => Promise<T>): Promise<T> {
    const attributes = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': tool, 'btcp.session': session };
    const span: SpanStart = { name: `execute_tool ${tool}`, kind: 'internal', attributes, traceparent };
    if (this.metrics) this.metrics.callsRunning++;
    return this.#span(span, () =>
      timed(run, (outcome, milliseconds) => {
        if (this.metrics) this.metrics.callsRunning--;
        this.metrics?.call(tool, outcome, milliseconds / 1_000);
        // The answer is sent first: writing a line takes as long as a short call.
        setImmediate(() => this.#logCall({ tool, session }, outcome, milliseconds));
      }),
    );
  }

  start<T>(run: () => Promise<T>): Promise<T> {
    return this.#span({ name: 'browser start', kind: 'internal' }, () =>
      timed(run, (outcome, milliseconds) => {
        this.metrics?.start(outcome, milliseconds / 1_000);
        const duration_ms = Math.round(milliseconds);
        if (outcome === OK) this.#log.write('info', 'browser started', { duration_ms });
        else this.#log.write('warn', 'browser did not start', { code: outcome, duration_ms });
      }),
    );
  }

  opened(): () => void {
    if (this.metrics) this.metrics.browsersOpen++;
    return () => {
      if (this.metrics) this.metrics.browsersOpen--;
    };
  }

  #logCall(call: { tool: string; session: string }, outcome: string, milliseconds: number): void {
    const isOk = outcome === OK;
    this.#log.write(FAULTS.includes(outcome) ? 'warn' : 'info', 'call', {
      ...call,
      outcome: isOk ? OK : 'error',
      code: isOk ? undefined : outcome,
      duration_ms: Math.round(milliseconds),
      trace: this.#tracer?.current?.traceId,
    });
  }

  #span<T>(span: SpanStart, run: () => Promise<T>): Promise<T> {
    return this.#tracer ? this.#tracer.span(span, run) : run();
  }
}

// Reports how something ended, `ok` or by which error code, and how long it took.
async function timed<T>(run: () => Promise<T>, report: (outcome: string, milliseconds: number) => void): Promise<T> {
  const start = performance.now();
  try {
    const result = await run();
    report(OK, performance.now() - start);
    return result;
  } catch (thrown) {
    report(BtcpError.from(thrown).code, performance.now() - start);
    throw thrown;
  }
}
