import { BtcpError } from '@btcp/protocol';
import type { AuditReport } from '@btcp/tools';
import { readStream } from '../cdp/read-stream.js';
import type { SessionFiles } from '../files/session-files.js';
import type { Tab } from '../tab/tab.js';
import { insightsOf } from './insights/insights.js';

const MAX_BYTES = 200_000_000;
const TOP = 8;

const CATEGORIES = [
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-devtools.timeline.frame',
  'blink.user_timing',
  'loading',
  'latencyInfo',
  'v8',
  'v8.execute',
  'disabled-by-default-devtools.timeline.stack',
  'disabled-by-default-lighthouse',
  'disabled-by-default-v8.cpu_profiler',
];

interface TraceEvent {
  name: string;
  ph: string;
  dur?: number;
  args?: { data?: { url?: string; functionName?: string } };
}

// With the number of drives before.
const tracing = new WeakMap<Tab, number>();

export async function startTrace(tab: Tab, drives: number): Promise<AuditReport> {
  if (tracing.has(tab)) throw wrong('A trace is being recorded already.', 'Stop it first.');
  await tab.answer(() =>
    tab.cdp.send('Tracing.start', {
      transferMode: 'ReturnAsStream',
      traceConfig: { includedCategories: CATEGORIES, excludedCategories: ['*'] },
    }),
  );
  tracing.set(tab, drives);
  return { lines: ['Recording a trace. Load or use the page, then stop.'], whole: '{}' };
}

export async function stopTrace(
  tab: Tab,
  { files, path, drives }: { files: SessionFiles; path: string | undefined; drives: number },
): Promise<AuditReport> {
  const before = tracing.get(tab);
  tracing.delete(tab);
  if (before === undefined) throw wrong('No trace is being recorded in this tab.', 'Start with action start.');
  const complete = new Promise<string | undefined>((resolve) =>
    tab.cdp.once('Tracing.tracingComplete', ({ stream }) => resolve(stream)),
  );
  await tab.cdp.send('Tracing.end');
  const stream = await complete;
  // Addresses in it may hold what a person typed.
  if (before !== drives) throw wrong('A person drove during the trace, so it was dropped.', 'Record it again.');
  const text = stream === undefined ? '{"traceEvents":[]}' : await read(tab, stream);
  const saved = await (path === undefined ? files.save('trace.json', text) : files.saveAs(path, text));
  const [first = '', ...rest] = summary(text);
  const lines = [first, ...(await insightsOf(saved)), ...rest];
  return { lines, whole: '{}', file: { path: saved, size: Buffer.byteLength(text) } };
}

async function read(tab: Tab, handle: string): Promise<string> {
  const trace = await readStream(tab.cdp, handle, MAX_BYTES);
  if (trace) return trace.toString('utf8');
  throw wrong(`The trace has more than ${MAX_BYTES} bytes.`, 'Record for a shorter time.');
}

const PHASES: Record<string, string> = {
  EvaluateScript: 'running scripts',
  FunctionCall: 'running scripts',
  'v8.compile': 'compiling scripts',
  Layout: 'layout',
  UpdateLayoutTree: 'styles',
  Paint: 'painting',
  ParseHTML: 'parsing HTML',
  MajorGC: 'collecting garbage',
  MinorGC: 'collecting garbage',
};

function summary(text: string): string[] {
  const { traceEvents } = JSON.parse(text) as { traceEvents: TraceEvent[] };
  const phases = new Map<string, number>();
  const scripts = new Map<string, number>();
  const tasks: number[] = [];
  for (const { name, ph, dur = 0, args } of traceEvents) {
    if (ph !== 'X') continue;
    if (name === 'RunTask' && dur > 50_000) tasks.push(dur);
    const phase = PHASES[name];
    if (phase) phases.set(phase, (phases.get(phase) ?? 0) + dur);
    const { url } = args?.data ?? {};
    if (phase === 'running scripts' && url) scripts.set(url, (scripts.get(url) ?? 0) + dur);
  }
  const sorted = (map: Map<string, number>) => [...map].sort(([, a], [, b]) => b - a).slice(0, TOP);
  return [
    `${traceEvents.length} events. Tasks of more than 50 ms: ${tasks.length}, the longest ${ms(Math.max(0, ...tasks))}`,
    ...sorted(phases).map(([phase, time]) => `${phase}: ${ms(time)}`),
    ...sorted(scripts).map(([url, time]) => `script ${url}: ${ms(time)}`),
  ];
}

function ms(microseconds: number): string {
  return `${Math.round(microseconds / 100) / 10} ms`;
}

function wrong(message: string, hint: string): BtcpError {
  return new BtcpError('invalid_input', message, { hint });
}
