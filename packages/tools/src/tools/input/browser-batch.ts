import { BtcpError, counted } from '@btcp/protocol';
import { z } from 'zod';
import { Ours, type Summary } from '../../shaping/boundary/boundary.js';
import { defineTool } from '../definition/tool.js';
import type { Step } from '../definition/tool-context.js';

const MAX_STEPS = 50;

const step = z.object({
  tool: z.string(),
  text: z.string(),
  data: z.unknown(),
  element: z.object({ role: z.string(), name: z.string() }).optional().describe('What it acted on'),
});

export const browserBatch = defineTool({
  name: 'browser_batch',
  title: 'Run several steps',
  description: 'Run a list of tool calls in order, in one call. Stops at the first failure.',
  group: 'input',
  effect: 'write',
  input: z.strictObject({
    steps: z
      .array(
        z.strictObject({
          tool: z.string().min(1).describe('Name of a tool, such as browser_click'),
          arguments: z.record(z.string(), z.unknown()).optional(),
        }),
      )
      .min(1)
      .max(MAX_STEPS),
  }),
  output: z.object({ steps: z.array(step) }),
  examples: [
    { steps: [{ tool: 'browser_navigate', arguments: { url: 'about:blank' } }, { tool: 'browser_snapshot' }] },
  ],
  powers: ({ steps }) => steps.map(({ tool }) => tool),

  async run({ steps }, context) {
    // All before the first runs, so that a wrong step leaves the page alone.
    const prepared = steps.map((step, index) => inStep(index, steps, () => context.prepare(step.tool, step.arguments)));
    const done: z.output<typeof step>[] = [];
    for (const [index, { tool, run }] of prepared.entries()) {
      try {
        const { summary, ...outcome } = await run();
        done.push({ tool, text: textOf(summary), ...outcome });
      } catch (thrown) {
        throw failed(index, prepared, done, thrown);
      }
    }
    return { steps: done };
  },

  summarize: ({ steps }) => steps.map(({ tool, text }, index) => `${index + 1}. ${tool}: ${text}`).join('\n'),
});

function inStep<T>(index: number, steps: readonly unknown[], work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    const { code, message, hint } = BtcpError.from(thrown);
    throw new BtcpError(code, `Step ${index + 1} of ${steps.length} is wrong, and nothing was done. ${message}`, {
      hint,
      cause: thrown,
    });
  }
}

function failed(
  index: number,
  steps: readonly Step[],
  done: readonly { tool: string; text: string }[],
  cause: unknown,
) {
  const { code, message, hint } = BtcpError.from(cause);
  const before = done.map(({ tool, text }, at) => `${at + 1}. ${tool}: ${text}`);
  const count = `${index} of ${counted(steps.length, 'step')} done.`;
  return new BtcpError(
    code,
    [`${count} Step ${index + 1}, ${steps[index]?.tool}, failed: ${message}`, ...before].join('\n'),
    { hint, cause },
  );
}

function textOf(summary: Summary): string {
  const parts = Array.isArray(summary) ? summary : [summary];
  return parts
    .map((part) => (part instanceof Ours ? part.text : part))
    .filter(Boolean)
    .join('\n');
}
