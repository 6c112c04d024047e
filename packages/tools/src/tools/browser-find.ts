import { BtcpError } from '@btcp/protocol';
import { z } from 'zod';
import { ours } from '../shaping/boundary/boundary.js';
import { defineTool } from './definition/tool.js';

/** A line of a snapshot up to its own ref: what a page says stands in quotes before that, or after it. */
const LINE = /^ *- ([^ "[]+(?: "(?:[^"\\]|\\.)*")?(?: \[(?:[^"\]]|"(?:[^"\\]|\\.)*")*\])*? \[ref=([a-z0-9]+)\].*)$/;

/** Enough for every match of a very long page. */
const SEARCHED_CHARACTERS = 5_000_000;

export const browserFind = defineTool({
  name: 'browser_find',
  title: 'Find elements',
  description: 'Find elements by their text, role or name, on all of the page, and get their refs.',
  group: 'seeing',
  effect: 'read',
  input: z.strictObject({
    text: z.string().min(1).optional().describe('Part of what it says'),
    role: z.string().min(1).optional().describe('Such as button, link, heading, row'),
    name: z.string().min(1).optional().describe('Part of its name'),
    limit: z.int().min(1).max(200).default(20),
  }),
  output: z.object({
    matches: z.array(z.object({ ref: z.string(), line: z.string().describe('As a snapshot would show it') })),
    more: z.number().describe('How many more there are'),
  }),
  examples: [{ role: 'heading' }, { text: 'sign in', role: 'button', limit: 3 }],

  async run({ limit, ...wanted }, context) {
    if (Object.keys(wanted).length === 0) {
      const hint = 'Give text, role or name, or several of them.';
      throw new BtcpError('invalid_input', 'browser_find was called without text, role or name.', { hint });
    }
    const { session } = await context.browser();
    const options = { ...wanted, header: false, maxSize: SEARCHED_CHARACTERS, signal: context.signal };
    const { tree, refs } = await session.snapshot(options);
    const matches = tree.split('\n').flatMap((text) => {
      const [, line = '', ref = ''] = LINE.exec(text) ?? [];
      // The line of a frame is only where its matches stand, unless it was asked for.
      const isFrame = refs[`@${ref}`]?.role === 'iframe' && wanted.role !== 'iframe';
      return line === '' || isFrame ? [] : [{ ref: `@${ref}`, line }];
    });
    return { matches: matches.slice(0, limit), more: Math.max(0, matches.length - limit) };
  },

  summarize: ({ matches, more }) =>
    matches.length === 0
      ? ours('Nothing on the page matches. browser_snapshot shows what there is.')
      : [
          ...(more > 0 ? [ours(`${more} more match: narrow the search or raise limit.`)] : []),
          ...matches.map(({ line }) => `- ${line}`),
        ],
});
