import { BtcpError } from '@btcp/protocol';
import { z } from 'zod';
import { ours } from '../shaping/boundary/boundary.js';
import { duration, toMilliseconds } from './definition/duration.js';
import { defineTool } from './definition/tool.js';

export const browserRequestUser = defineTool({
  name: 'browser_request_user',
  title: 'Ask the person to take over',
  description: 'Ask the person to take over for a login, captcha or payment, and wait until they are done.',
  group: 'people',
  effect: 'read',
  needsWholeBrowser: true,
  isForPerson: true,
  input: z.strictObject({
    message: z.string().min(1).max(2_000).describe('What they should do'),
    purpose: z.enum(['login', 'captcha', 'payment', 'confirmation', 'other']).default('other'),
    timeout: duration.default('10m').describe('How long to wait, such as 10m'),
    wait: z.boolean().default(true).describe('false returns at once with a link for the person'),
  }),
  output: z.object({
    outcome: z.enum(['done', 'declined', 'deadline', 'viewer gone', 'closed', 'cancelled', 'asked']),
    note: z.string().optional().describe('Note from the person'),
    link: z.string().optional().describe('Where a person can see and drive this browser'),
  }),
  examples: [{ message: 'Please sign in.', purpose: 'login', wait: false }],

  async run({ message, purpose, timeout, wait }, context) {
    // Held, so that the idle timer does not close the browser meanwhile.
    const { session } = await context.browser();
    if (!session.live) throw nobodyAtTheWindow();
    const asked = await context.askUser({ message, purpose, timeout: toMilliseconds(timeout) });
    const link = asked.link === undefined ? {} : { link: asked.link };
    if (!wait) return { outcome: 'asked' as const, ...link };
    const { outcome, note } = await asked.answer(context.signal);
    return { outcome, ...(note === undefined ? {} : { note }), ...(outcome === 'deadline' ? link : {}) };
  },

  summarize: ({ outcome, note, link }) =>
    ours(
      [
        `${SENTENCES[outcome]}${link ? ` Give them this link to see and drive the browser: ${link}` : ''}`,
        // Quoted, so that a note of several lines is not taken for ours.
        note && `The person's note: ${JSON.stringify(note)}`,
      ]
        .filter(Boolean)
        .join('\n'),
    ),
});

const SENTENCES = {
  done: 'The person is done and has handed back control. Take a new snapshot: the page may have changed.',
  declined: 'The person declined.',
  deadline: 'The person did not finish in time. Ask again to wait longer, or continue without them.',
  'viewer gone': 'The person lost the connection before they were done. Take a new snapshot, and ask again if needed.',
  closed: 'The browser was closed.',
  cancelled: 'The request was withdrawn.',
  asked: 'The person was asked. Call again to wait for them.',
} as const;

function nobodyAtTheWindow(): BtcpError {
  return new BtcpError('unsupported', 'This browser cannot be watched, so no one can take over.', {
    hint: 'Ask the person in the conversation, and continue when they are done.',
  });
}
