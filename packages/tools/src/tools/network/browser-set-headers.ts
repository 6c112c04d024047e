import { BtcpError } from '@btcp/protocol';
import { z } from 'zod';
import { able } from '../definition/able.js';
import { defineTool } from '../definition/tool.js';

const MAX_HEADERS = 50;

export const browserSetHeaders = defineTool({
  name: 'browser_set_headers',
  title: 'Send headers to a site',
  description:
    'Send extra headers, or a name and password (basic authentication), with every request to one origin only.',
  group: 'network',
  effect: 'write',
  needsWholeBrowser: true,
  input: z.strictObject({
    origin: z
      .string()
      .regex(/^https?:\/\/[^/\s]+\/?$/, 'is wrong: expected an origin such as https://example.com')
      .describe('Such as https://example.com'),
    headers: z
      .record(
        z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'is wrong: expected the name of a header'),
        z.string().regex(/^[^\r\n\0]*$/, 'is wrong: expected one line'),
      )
      .optional()
      .describe('Values, or secret:NAME for a stored secret of that origin. Leave out to remove them'),
    username: z.string().optional(),
    password: z.string().optional().describe('Or secret:NAME'),
  }),
  output: z.object({ origin: z.string(), headers: z.array(z.string()).describe('Their names') }),
  examples: [{ origin: 'https://example.com', headers: { 'x-debug': '1' } }],

  async run({ origin, headers = {}, username, password }, context) {
    if (Object.keys(headers).length > MAX_HEADERS) throw tooMany();
    if ((username === undefined) !== (password === undefined)) throw halfALogin();
    const { session } = await context.browser();
    const login = username === undefined || password === undefined ? undefined : { username, password };
    const own = new URL(origin).origin;
    await able(session, 'setHeaders')({ origin: own, headers, ...(login ? { login } : {}) }, context);
    return { origin: own, headers: [...Object.keys(headers), ...(login ? ['authorization'] : [])] };
  },

  summarize: ({ origin, headers }) =>
    headers.length > 0
      ? `Requests to ${origin} now carry ${headers.join(', ')}.`
      : `${origin} gets no extra headers now.`,
});

function tooMany(): BtcpError {
  return new BtcpError('invalid_input', `At most ${MAX_HEADERS} headers can be sent.`, { hint: 'Give fewer.' });
}

function halfALogin(): BtcpError {
  return new BtcpError('invalid_input', 'browser_set_headers needs both username and password, or neither.', {
    hint: 'Give both.',
  });
}
