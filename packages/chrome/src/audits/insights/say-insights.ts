import { counted } from '@btcp/protocol';
import type { Insights } from './read-insights.js';

const MAX_NAVIGATIONS = 2;
const MAX_BLOCKING = 5;
const MAX_URLS = 3;
const SLOW_RESPONSE_MS = 600;

export function sayInsights(navigations: readonly Insights[]): string[] {
  const newest = navigations.slice(-MAX_NAVIGATIONS).reverse();
  return newest.flatMap((insights) => {
    const lines = [
      ...sayLcp(insights),
      ...sayDocument(insights),
      ...sayBlocking(insights),
      ...sayShifts(insights),
      ...sayInteraction(insights),
      ...sayOthers(insights),
    ];
    return lines.length > 0 ? [`Insights for ${insights.url}:`, ...lines.map((line) => `  ${line}`)] : [];
  });
}

function sayLcp({ lcp }: Insights): string[] {
  if (!lcp) return [];
  const { time, element, resource, parts } = lcp;
  const what = [element, resource].filter(Boolean).join(' ');
  return [
    `LCP ${ms(time)}${what ? ` (${what})` : ''}: ${parts.map(([label, part]) => `${label.toLowerCase()} ${ms(part)}`).join(', ')}`,
  ];
}

function sayDocument({ document }: Insights): string[] {
  if (!document) return [];
  const { response, redirects, uncompressed } = document;
  const problems = [
    response > SLOW_RESPONSE_MS && `the server responded slowly (${ms(response)})`,
    redirects > 0 && `redirects took ${ms(redirects)}`,
    uncompressed > 0 && `compression would save ${uncompressed} bytes`,
  ].filter(Boolean);
  return problems.length > 0 ? [`Document: ${problems.join('; ')}`] : [`Document: server response ${ms(response)}`];
}

function sayBlocking({ blocking }: Insights): string[] {
  const shown = blocking.slice(0, MAX_BLOCKING).map(({ url, time, wasted }) => {
    return `Blocks rendering: ${url} (${ms(time)}${wasted ? `, about ${ms(wasted)} to save` : ''})`;
  });
  const more = blocking.length - shown.length;
  return more > 0 ? [...shown, `Blocks rendering: ${counted(more, 'more request')}`] : shown;
}

function sayShifts({ shifts }: Insights): string[] {
  if (!shifts || shifts.score === 0) return [];
  const culprits = shifts.culprits.length > 0 ? `: ${shifts.culprits.join(', ')}` : ', cause not detected';
  return [`Layout shifts ${Math.round(shifts.score * 1_000) / 1_000}${culprits}`];
}

function sayInteraction({ interaction }: Insights): string[] {
  if (!interaction) return [];
  const { type, time, delay, processing, presentation } = interaction;
  return [
    `Slowest interaction: ${type} ${ms(time)}: input delay ${ms(delay)}, handlers ${ms(processing)}, until painted ${ms(presentation)}`,
  ];
}

function sayOthers({ others }: Insights): string[] {
  return others.map(({ title, milliseconds, bytes, urls }) => {
    const savings = [milliseconds >= 1 && ms(milliseconds), bytes > 0 && `${Math.round(bytes)} bytes`].filter(Boolean);
    const shown = urls.slice(0, MAX_URLS).join(', ') + (urls.length > MAX_URLS ? ', …' : '');
    const saved = savings.length > 0 ? ` (about ${savings.join(' and ')} to save)` : '';
    return `${title}${saved}${shown ? `: ${shown}` : ''}`;
  });
}

function ms(milliseconds: number): string {
  return `${Math.round(milliseconds)} ms`;
}
