import { DEFAULT_SNAPSHOT_SIZE, type RefInfo } from '@btcp/protocol';
import { z } from 'zod';
import { ours } from '../shaping/boundary/boundary.js';
import { defineTool } from './definition/tool.js';

export const browserSnapshot = defineTool({
  name: 'browser_snapshot',
  title: 'Read the page',
  description: 'Read the page as short accessibility text. Elements have refs such as @e3 that other tools accept.',
  group: 'seeing',
  effect: 'read',
  input: z.strictObject({
    selector: z.string().min(1).optional().describe('Only this part: CSS or a ref'),
    interactive: z.boolean().optional().describe('Only controls, headings and live regions'),
    compact: z.boolean().optional().describe('Leave out empty structure'),
    viewport: z.boolean().optional().describe('Only what is on screen'),
    diff: z.boolean().optional().describe('Only what changed since the last snapshot'),
    maxDepth: z.int().min(0).optional().describe('Levels to show'),
    cursor: z.string().optional().describe('Continues after a cut'),
    maxSize: z.int().min(1).default(DEFAULT_SNAPSHOT_SIZE).describe('Cut at this many characters'),
  }),
  output: z.object({
    url: z.string(),
    title: z.string(),
    tree: z.string().describe('One line per node: - role "name" [states] @e3: value'),
    refs: z.record(z.string(), z.object({ role: z.string(), name: z.string() })).describe('By spelling @e3'),
    truncated: z.boolean(),
    cursor: z.string().optional().describe('Continues where this was cut'),
    isDiff: z.boolean().describe('Whether the tree lists only what changed'),
    frames: z.array(z.string()).describe('Refs of frames that could not be read'),
  }),
  examples: [{}, { interactive: true }, { selector: 'body', maxDepth: 3 }, { diff: true }],

  async run(input, context) {
    const { session } = await context.browser();
    // The page line of the result already has the address and the title.
    const { refs, ...snapshot } = await session.snapshot({ ...input, header: false, signal: context.signal });
    const { lines, elements } = withoutLines(refs);
    context.setRefLines(lines);
    return { ...snapshot, refs: elements };
  },

  summarize: ({ tree }) => tree || ours('(the page is empty)'),
});

// `line` is for programs; models would pay for it. One loop, because a page may have thousands of refs.
function withoutLines(refs: Record<string, RefInfo>) {
  const lines: Record<string, number> = {};
  const elements: Record<string, Pick<RefInfo, 'role' | 'name'>> = {};
  for (const ref in refs) {
    const { role, name, line } = refs[ref] as RefInfo;
    elements[ref] = { role, name };
    if (line !== undefined) lines[ref] = line;
  }
  return { lines, elements };
}
