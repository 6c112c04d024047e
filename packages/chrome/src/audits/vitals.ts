import { BtcpError, counted } from '@btcp/protocol';
import type { AuditReport } from '@btcp/tools';
import { type WebVitals, webVitals } from 'btcp-browser-agent/page-functions';
import { inOwnWorld } from '../actions/in-own-world.js';
import type { Tab } from '../tab/tab.js';

// The limits that web.dev calls good and poor.
const LIMITS = {
  ttfb: [800, 1_800],
  fcp: [1_800, 3_000],
  lcp: [2_500, 4_000],
  inp: [200, 500],
  cls: [0.1, 0.25],
} as const;
const MANY_NODES = 1_500;

export async function vitals(tab: Tab): Promise<AuditReport> {
  const found = await inOwnWorld(tab, 'btcp-vitals', webVitals);
  if (!found) throw new BtcpError('unsupported', 'The page cannot be measured.', { hint: 'Open a page first.' });
  return { lines: [...sayVitals(found), ...advice(found)], whole: JSON.stringify(found, null, 2) };
}

function sayVitals({ ttfb, fcp, lcp, inp, cls, longTasks, nodes, resources }: WebVitals): string[] {
  const rated = (name: string, kind: keyof typeof LIMITS, value: number | undefined, unit: string, more = '') =>
    value === undefined ? [] : [`${name}: ${value}${unit} (${rating(kind, value)})${more}`];
  return [
    ...rated('TTFB', 'ttfb', ttfb, ' ms'),
    ...rated('FCP', 'fcp', fcp, ' ms'),
    ...rated(
      'LCP',
      'lcp',
      lcp?.time,
      ' ms',
      lcp?.element || lcp?.url ? `: ${[lcp.element, lcp.url].filter(Boolean).join(' ')}` : '',
    ),
    ...rated('INP', 'inp', inp?.time, ' ms', inp ? `: ${inp.type}` : ''),
    ...rated('CLS', 'cls', cls, ''),
    `Long tasks: ${longTasks.count}, ${longTasks.total} ms together, the longest ${longTasks.longest} ms`,
    `Page: ${counted(nodes, 'element')}, ${counted(resources.count, 'resource')}, ${counted(resources.bytes, 'byte')}`,
  ];
}

function rating(kind: keyof typeof LIMITS, value: number): string {
  const [good, poor] = LIMITS[kind];
  return value <= good ? 'good' : value <= poor ? 'needs improvement' : 'poor';
}

function advice({ ttfb = 0, lcp, cls, inp, longTasks, nodes, resources }: WebVitals): string[] {
  const isBad = (kind: keyof typeof LIMITS, value: number) => value > LIMITS[kind][0];
  const slowest = resources.slowest.map(({ url, time }) => `${url} (${time} ms)`).join(', ');
  const lines = [
    isBad('ttfb', ttfb) && 'The server responds late: fix that first.',
    lcp && isBad('lcp', lcp.time) && `The largest element comes late. Slowest resources: ${slowest || 'none'}.`,
    isBad('cls', cls) && 'Layout shifts while the page loads: give images and frames a size.',
    inp && isBad('inp', inp.time) && `The page is slow to react to ${inp.type}: do less in its handlers.`,
    longTasks.longest > 200 && 'A task keeps the page busy: browser_trace shows which.',
    nodes > MANY_NODES && `The page has ${nodes} elements: render less of it.`,
  ];
  return lines.filter((line) => typeof line === 'string');
}
