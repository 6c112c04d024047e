import { z } from 'zod';
import type { AuditCommand } from '../../port/audits.js';
import { shorten } from '../../shaping/boundary/shorten.js';
import { fileName } from '../../shaping/keep-file.js';
import { shortOrFile } from '../../shaping/spill.js';
import { able } from '../definition/able.js';
import { selector, timeout } from '../definition/acting.js';
import { duration } from '../definition/duration.js';
import { withinTimeout } from '../definition/time-limit.js';
import { defineTool, type Tool } from '../definition/tool.js';
import type { ToolContext } from '../definition/tool-context.js';

const MAX_LINES = 40;
const MAX_LINE = 300;

const output = z.object({
  lines: z.array(z.string()).describe('One for each finding'),
  more: z.number().describe('Findings that are only in the file'),
  file: z.string().nullable().describe('The whole report'),
});

const path = z.string().min(1).max(500).optional().describe('Where to save it, inside the folder of the session');

async function examine(command: AuditCommand, timeout: number | string, context: ToolContext) {
  const { session } = await context.browser();
  const audit = able(session, 'audit');
  const limit = { timeout, what: 'the audit' };
  const { lines, whole, file } = await withinTimeout(context, limit, (options) => audit(command, options));
  if (file) {
    const { path, size } = file;
    context.addFile({ path, name: fileName(path), mimeType: 'application/json', size });
  }
  const spilled = file ? file.path : (await shortOrFile(context, `${command.kind}.json`, whole)).file;
  const shown = lines.slice(0, MAX_LINES).map((line) => shorten(line, MAX_LINE));
  return { lines: shown, more: lines.length - shown.length, file: spilled };
}

function say({ lines, more, file }: z.output<typeof output>): string {
  const rest = [more > 0 ? `(${more} more)` : '', file === null ? '' : `All of it: ${file}`];
  return [...lines, ...rest].filter(Boolean).join('\n');
}

const browserVitals = defineTool({
  name: 'browser_vitals',
  title: 'Measure how the page loaded',
  description:
    'Report the web vitals of the page (TTFB, FCP, LCP, CLS, INP), long tasks, and what to do about the bad ones.',
  group: 'audits',
  effect: 'read',
  needsWholeBrowser: true,
  input: z.strictObject({ timeout }),
  output,
  examples: [{}],
  run: ({ timeout }, context) => examine({ kind: 'vitals' }, timeout, context),
  summarize: say,
});

const browserAccessibility = defineTool({
  name: 'browser_accessibility',
  title: 'Check accessibility',
  description: 'Check the page, or a part of it, with axe, and list violations with the refs of the elements.',
  group: 'audits',
  effect: 'read',
  needsWholeBrowser: true,
  input: z.strictObject({
    selector: selector.optional(),
    rules: z.array(z.string().min(1)).max(100).optional().describe('Only these rules of axe, or tags such as wcag2aa'),
    timeout,
  }),
  output,
  examples: [{}],
  run: ({ selector, rules, timeout }, context) => examine({ kind: 'accessibility', selector, rules }, timeout, context),
  summarize: say,
});

const browserMemory = defineTool({
  name: 'browser_memory',
  title: 'Count objects in memory',
  description:
    'Count the objects of the page by class, with detached DOM nodes, and report what grew since the last call. Finds leaks.',
  group: 'audits',
  effect: 'read',
  needsWholeBrowser: true,
  input: z.strictObject({ timeout }),
  output,
  examples: [{}],
  run: ({ timeout }, context) => examine({ kind: 'memory' }, timeout, context),
  summarize: say,
});

const browserCoverage = defineTool({
  name: 'browser_coverage',
  title: 'Measure unused code',
  description: 'Start, use the page, and stop: reports how much of each script and style sheet was used.',
  group: 'audits',
  effect: 'write',
  needsWholeBrowser: true,
  input: z.strictObject({ action: z.enum(['start', 'stop']), timeout }),
  output,
  examples: [{ action: 'start' }, { action: 'stop' }],
  run: ({ action, timeout }, context) => examine({ kind: 'coverage', action }, timeout, context),
  summarize: say,
});

const browserLighthouse = defineTool({
  name: 'browser_lighthouse',
  title: 'Audit with Lighthouse',
  description:
    'Load the page in a separate tab and audit it with Lighthouse: scores and what failed. Needs Lighthouse installed with the server.',
  group: 'audits',
  effect: 'read',
  needsWholeBrowser: true,
  input: z.strictObject({
    device: z.enum(['mobile', 'desktop']).default('mobile'),
    categories: z
      .array(z.enum(['performance', 'accessibility', 'best-practices', 'seo']))
      .max(4)
      .optional()
      .describe('By default all'),
    path,
    timeout: duration.default('2m'),
  }),
  output,
  examples: [{}, { device: 'desktop', categories: ['performance'] }],
  run: ({ device, categories, path, timeout }, context) =>
    examine({ kind: 'lighthouse', device, categories, path }, timeout, context),
  summarize: say,
});

const browserTrace = defineTool({
  name: 'browser_trace',
  title: 'Record a performance trace',
  description:
    'Start, use the page, and stop: saves a trace for the Performance panel of DevTools, and reports what to improve (LCP, render-blocking requests, layout shifts, slow interactions) and where the time went.',
  group: 'audits',
  effect: 'write',
  needsWholeBrowser: true,
  input: z.strictObject({
    action: z.enum(['start', 'stop']),
    path: path.describe('For stop: where to save it, inside the folder of the session'),
    timeout,
  }),
  output,
  examples: [{ action: 'start' }, { action: 'stop' }],
  run: ({ action, path, timeout }, context) => examine({ kind: 'trace', action, path }, timeout, context),
  summarize: say,
});

export const auditTools: readonly Tool[] = [
  browserVitals,
  browserAccessibility,
  browserMemory,
  browserCoverage,
  browserLighthouse,
  browserTrace,
];
