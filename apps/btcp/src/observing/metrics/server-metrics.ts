import type { LiveCounts } from '@btcp/host';
import type { Conversations } from '@btcp/tools';
import { VERSION } from '../../system/version.js';
import { type Counter, type Histogram, Registry } from './registry.js';

const CALL_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const START_BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The metrics of one server. Labels are tool names and error codes, never anything of a caller or of a page. */
export class ServerMetrics {
  readonly #registry = new Registry();
  readonly #calls: Counter;
  readonly #callDurations: Histogram;
  readonly #starts: Counter;
  readonly #startDurations: Histogram;
  callsRunning = 0;
  browsersOpen = 0;

  constructor(conversations: Pick<Conversations, 'queuedCount' | 'maxSessions'>, live: LiveCounts) {
    const registry = this.#registry;
    const gauge = (name: string, help: string, value: () => number) => registry.read('gauge', name, help, value);
    const count = (name: string, help: string, value: () => number) => registry.read('counter', name, help, value);
    registry.read('gauge', 'btcp_build_info', 'Always 1; the label names the version.', () => 1, { version: VERSION });
    gauge('btcp_browsers_open', 'Browsers that are open.', () => this.browsersOpen);
    gauge(
      'btcp_browsers_limit',
      'Browsers that may be open at once (--max-sessions).',
      () => conversations.maxSessions,
    );
    gauge('btcp_browser_queue_length', 'Starts of browsers that wait for their turn.', () => conversations.queuedCount);
    this.#starts = registry.counter('btcp_browser_starts_total', 'Browsers started, by outcome: ok or an error code.');
    this.#startDurations = registry.histogram(
      'btcp_browser_start_duration_seconds',
      'How long browsers take to start, without their time in the queue.',
      START_BUCKETS,
    );
    this.#calls = registry.counter('btcp_calls_total', 'Calls by tool and outcome: ok or an error code.');
    this.#callDurations = registry.histogram(
      'btcp_call_duration_seconds',
      'How long calls take, by tool.',
      CALL_BUCKETS,
    );
    gauge('btcp_calls_running', 'Calls that have not ended.', () => this.callsRunning);
    gauge('btcp_live_viewers', 'People who watch a browser.', () => live.viewers);
    count('btcp_live_frames_sent_total', 'Frames sent to people who watch.', () => live.framesSent);
    count('btcp_live_frames_dropped_total', 'Frames overtaken by a newer one.', () => live.framesDropped);
    gauge('process_resident_memory_bytes', 'Memory of the server, without its browsers.', () =>
      process.memoryUsage.rss(),
    );
    gauge('nodejs_heap_size_used_bytes', 'Heap of the server in use.', () => process.memoryUsage().heapUsed);
    gauge('process_start_time_seconds', 'When the server was started.', startTime);
    count('process_cpu_seconds_total', 'Processor time of the server, without its browsers.', cpuSeconds);
  }

  add(type: 'counter' | 'gauge', name: string, help: string, value: () => number): void {
    this.#registry.read(type, name, help, value);
  }

  call(tool: string, outcome: string, seconds: number): void {
    this.#calls.add({ tool, outcome });
    this.#callDurations.observe({ tool }, seconds);
  }

  start(outcome: string, seconds: number): void {
    this.#starts.add({ outcome });
    this.#startDurations.observe({}, seconds);
  }

  text(): string {
    return this.#registry.text();
  }
}

function startTime(): number {
  return performance.timeOrigin / 1_000;
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
}
