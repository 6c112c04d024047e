import { BtcpError } from '@btcp/protocol';
import type { AuditReport } from '@btcp/tools';
import type { Protocol } from 'puppeteer-core';
import type { Tab } from '../tab/tab.js';

const MAX_SCRIPT = 30_000_000;

interface Usage {
  url: string;
  kind: 'script' | 'style';
  total: number;
  used: number;
}

type Sheets = Map<string, Protocol.CSS.CSSStyleSheetHeader>;

const sheetsIn = new WeakMap<Tab, { sheets: Sheets; stop(): void }>();

export async function startCoverage(tab: Tab): Promise<AuditReport> {
  if (sheetsIn.has(tab)) throw wrong('Coverage is already being measured.', 'Stop it first.');
  const sheets: Sheets = new Map();
  const onAdded = ({ header }: Protocol.CSS.StyleSheetAddedEvent) => sheets.set(header.styleSheetId, header);
  tab.cdp.on('CSS.styleSheetAdded', onAdded);
  sheetsIn.set(tab, { sheets, stop: () => tab.cdp.off('CSS.styleSheetAdded', onAdded) });
  await tab.answer(async () => {
    await tab.cdp.send('Profiler.enable');
    await tab.cdp.send('Profiler.startPreciseCoverage', { callCount: false, detailed: true });
    await tab.cdp.send('DOM.enable');
    await tab.cdp.send('CSS.enable');
    await tab.cdp.send('CSS.startRuleUsageTracking');
  });
  return { lines: ['Measuring coverage. Load or use the page, then stop.'], whole: '{}' };
}

export async function stopCoverage(tab: Tab): Promise<AuditReport> {
  const measured = sheetsIn.get(tab);
  if (!measured) throw wrong('Coverage is not being measured in this tab.', 'Start with action start.');
  sheetsIn.delete(tab);
  const { result, rules } = await tab.answer(async () => {
    const { result } = await tab.cdp.send('Profiler.takePreciseCoverage');
    const { ruleUsage } = await tab.cdp.send('CSS.stopRuleUsageTracking');
    await tab.cdp.send('Profiler.stopPreciseCoverage');
    await Promise.all([tab.cdp.send('Profiler.disable'), tab.cdp.send('CSS.disable')]);
    return { result, rules: ruleUsage };
  });
  measured.stop();
  const all = [...scripts(result), ...styles(rules, measured.sheets)].sort(
    (a, b) => b.total - b.used - (a.total - a.used),
  );
  const [total, used] = [sum(all, 'total'), sum(all, 'used')];
  return {
    lines: [
      `${used} of ${total} characters were used (${share(used, total)}).`,
      ...all.map(
        ({ url, kind, total, used }) => `${share(used, total)} of ${kind} ${url}: ${total - used} of ${total} unused`,
      ),
    ],
    whole: JSON.stringify(all, null, 2),
  };
}

function scripts(result: readonly Protocol.Profiler.ScriptCoverage[]): Usage[] {
  return result
    .filter(({ url }) => /^(https?|data|blob):/.test(url))
    .flatMap(({ url, functions }) => {
      const total = Math.max(0, ...functions.flatMap(({ ranges }) => ranges.map(({ endOffset }) => endOffset)));
      if (total === 0 || total > MAX_SCRIPT) return [];
      const isUsed = new Uint8Array(total);
      // Functions come with those around them first, and inner ranges decide.
      for (const { ranges } of functions)
        for (const { startOffset, endOffset, count } of ranges) isUsed.fill(count > 0 ? 1 : 0, startOffset, endOffset);
      return [{ url, kind: 'script' as const, total, used: isUsed.reduce((sum, bit) => sum + bit, 0) }];
    });
}

function styles(
  rules: readonly Protocol.CSS.RuleUsage[],
  sheets: ReadonlyMap<string, Protocol.CSS.CSSStyleSheetHeader>,
): Usage[] {
  const used = new Map<string, number>();
  for (const { styleSheetId, startOffset, endOffset, used: isUsed } of rules)
    if (isUsed) used.set(styleSheetId, (used.get(styleSheetId) ?? 0) + endOffset - startOffset);
  return [...sheets.values()]
    .filter(({ length }) => length > 0)
    .map(({ styleSheetId, sourceURL, length }) => ({
      url: sourceURL || '(in the page)',
      kind: 'style',
      total: length,
      used: Math.min(length, used.get(styleSheetId) ?? 0),
    }));
}

function sum(all: readonly Usage[], field: 'total' | 'used'): number {
  return all.reduce((sum, usage) => sum + usage[field], 0);
}

function share(part: number, whole: number): string {
  return `${whole === 0 ? 100 : Math.round((part / whole) * 100)} %`;
}

function wrong(message: string, hint: string): BtcpError {
  return new BtcpError('invalid_input', message, { hint });
}
