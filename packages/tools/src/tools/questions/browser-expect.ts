import { BtcpError, sleep } from '@btcp/protocol';
import { z } from 'zod';
import type { ShieldedSession } from '../../secrets/shield.js';
import { ours } from '../../shaping/boundary/boundary.js';
import { shorten } from '../../shaping/boundary/shorten.js';
import { selector } from '../definition/acting.js';
import { duration, toMilliseconds } from '../definition/duration.js';
import { defineTool } from '../definition/tool.js';
import type { ToolContext } from '../definition/tool-context.js';

const POLL_MS = 100;
const SEEN = 300;

export const browserExpect = defineTool({
  name: 'browser_expect',
  title: 'Check a condition',
  description:
    'Check that an element is visible or not, or has a text, value, state or count, or that the page has a URL or title. Waits, then fails with the actual value.',
  group: 'questions',
  effect: 'read',
  input: z.strictObject({
    selector: selector.optional(),
    visible: z.boolean().optional(),
    enabled: z.boolean().optional(),
    checked: z.boolean().optional(),
    text: z.string().optional().describe('Part of its text'),
    value: z.string().optional().describe('Exactly its value'),
    count: z.int().min(0).max(1_000_000).optional().describe('How many elements match'),
    url: z.string().min(1).optional().describe('Part of the URL'),
    title: z.string().optional().describe('Part of the title'),
    timeout: duration.default('5s'),
  }),
  output: z.object({ elapsed: z.number().describe('Milliseconds it took'), met: z.array(z.string()) }),
  examples: [{ selector: 'body', visible: true, timeout: '100ms' }, { url: 'about:' }],

  async run({ timeout, ...expected }, context) {
    assertSensible(expected);
    const { session } = await context.browser();
    const milliseconds = toMilliseconds(timeout);
    const start = Date.now();
    for (;;) {
      const checks = await look(session, expected, context);
      const failed = checks.find(({ isMet }) => !isMet);
      if (!failed) return { elapsed: Date.now() - start, met: checks.map(({ what }) => what) };
      if (Date.now() - start >= milliseconds) throw notMet(failed, Date.now() - start);
      await sleep(POLL_MS, context.signal);
    }
  },

  summarize: ({ elapsed, met }) => [ours(`Condition met after ${elapsed} ms.`), met.join('\n')],
});

interface Expected {
  selector?: string | undefined;
  visible?: boolean | undefined;
  enabled?: boolean | undefined;
  checked?: boolean | undefined;
  text?: string | undefined;
  value?: string | undefined;
  count?: number | undefined;
  url?: string | undefined;
  title?: string | undefined;
}

interface Check {
  what: string;
  isMet: boolean;
  seen: string;
}

async function look(session: ShieldedSession, expected: Expected, context: ToolContext): Promise<Check[]> {
  const { selector = '', visible, enabled, checked, text, value, count, url, title } = expected;
  const checks: Check[] = [];
  const add = (what: string, seen: string, isMet: boolean) => checks.push({ what, seen, isMet });
  const ask = async (what: 'count' | 'value' | 'state') =>
    (await session.ask({ action: 'query', selector, what }, context)).value;
  // An element that is not there yet is what is waited for.
  const orMissing = (work: Promise<string>) =>
    work.catch((thrown) => {
      const { code, message } = BtcpError.from(thrown);
      if (code === 'invalid_selector' || code === 'browser_lost' || code === 'cancelled') throw thrown;
      return { missing: message };
    });
  const compare = async (what: string, work: Promise<string>, isMet: (seen: string) => boolean) => {
    const seen = await orMissing(work);
    if (typeof seen === 'string') add(what, seen, isMet(seen));
    else add(what, seen.missing, false);
  };
  if (count !== undefined)
    await compare(`count of ${selector} is ${count}`, ask('count'), (seen) => seen === String(count));
  if (visible !== undefined) {
    const { visible: seen } = await session.ask({ action: 'isVisible', selector }, context);
    const isMissing = !seen && visible && (await orMissing(ask('count'))) === '0';
    const shown = seen ? 'It is visible.' : isMissing ? 'No element matches.' : 'It is not visible.';
    add(`${selector} is ${visible ? 'visible' : 'not visible'}`, shown, seen === visible);
  }
  for (const [name, wanted] of Object.entries({ enabled, checked })) {
    if (wanted === undefined) continue;
    const isMet = (seen: string) => JSON.parse(seen)[name] === wanted;
    await compare(`${selector} is ${wanted ? '' : 'not '}${name}`, ask('state'), isMet);
  }
  if (value !== undefined) await compare(`value of ${selector} is "${value}"`, ask('value'), (seen) => seen === value);
  if (text !== undefined) {
    const reading = session.ask({ action: 'getText', selector: selector || 'body' }, context).then((read) => read.text);
    await compare(`text of ${selector || 'the page'} has "${text}"`, reading, (seen) => seen.includes(text));
  }
  if (url !== undefined || title !== undefined) {
    const page = await session
      .ask({ action: 'query', selector: 'html', what: 'count' }, context)
      .then(() => session.page());
    if (url !== undefined) add(`URL has "${url}"`, page.url, page.url.includes(url));
    if (title !== undefined) add(`title has "${title}"`, page.title, page.title.includes(title));
  }
  return checks;
}

function assertSensible({ selector, text, url, title, ...others }: Expected): void {
  const aboutElement = Object.values(others).some((value) => value !== undefined);
  if (aboutElement && selector === undefined) {
    throw new BtcpError(
      'invalid_input',
      'browser_expect needs selector for visible, enabled, checked, value and count.',
      { hint: 'Name the element.' },
    );
  }
  if (aboutElement || text !== undefined || url !== undefined || title !== undefined) return;
  throw new BtcpError('invalid_input', 'browser_expect has nothing to check.', {
    hint: 'Give visible, enabled, checked, text, value, count, url or title.',
  });
}

function notMet({ what, seen }: Check, elapsed: number): BtcpError {
  return new BtcpError('timeout', `Expected that ${what}, but after ${elapsed} ms there was: ${shorten(seen, SEEN)}`, {
    hint: 'Take a snapshot to see the page, or allow more time with timeout.',
  });
}
