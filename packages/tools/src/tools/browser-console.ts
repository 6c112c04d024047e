import { z } from 'zod';
import type { ConsoleEntry } from '../port/network.js';
import { ours } from '../shaping/boundary/boundary.js';
import { shorten } from '../shaping/boundary/shorten.js';
import { logOutput, sayLog, showLog } from '../shaping/log-output.js';
import { defineTool, type Tool } from './definition/tool.js';

const ENTRY_LENGTH = 500;

const entry = z.object({
  type: z.string().describe('As the page called it: log, warning, error, …'),
  text: z.string(),
  args: z.array(z.string()).optional().describe('Each argument, where there were several'),
  time: z.number().describe('Milliseconds since 1970'),
  context: z.enum(['page', 'worker', 'service worker']),
  tab: z.string().optional(),
  url: z.string().optional(),
  line: z.number().optional(),
  source: z.string().optional().describe('The place in the source, where the script has a source map'),
});

const browserRecentConsoleLogs = defineTool({
  name: 'browser_recent_console_logs',
  title: 'Read the console',
  description: 'Read what pages and workers printed to the console, newest first, uncaught errors included.',
  group: 'debugging',
  effect: 'read',
  needsWholeBrowser: true,
  input: z.strictObject({ limit: z.int().min(1).max(10_000).default(100).describe('How many entries at most') }),
  output: logOutput(entry),
  examples: [{}, { limit: 5 }],

  async run({ limit }, context) {
    const { session } = await context.browser();
    const view = { limit, file: 'console.log', length: ENTRY_LENGTH, line, empty: 'The console is empty.' };
    return showLog(context, await session.consoleLogs(), view);
  },

  summarize: sayLog,
});

const browserClearConsoleLogs = defineTool({
  name: 'browser_clear_console_logs',
  title: 'Clear the console',
  description: 'Clear the console log.',
  group: 'debugging',
  effect: 'write',
  needsWholeBrowser: true,
  input: z.strictObject({}),
  output: z.object({ cleared: z.number() }),
  examples: [{}],

  async run(_input, context) {
    const { session } = await context.browser();
    return { cleared: await session.clearConsoleLogs() };
  },

  summarize: ({ cleared }) => ours(`Cleared ${cleared} console log entries.`),
});

/** The same, as the tool design writes it: a JSON array of type, args and timestamp. */
export const consoleLogsAsArray: Pick<typeof browserRecentConsoleLogs, 'name' | 'run'> = {
  name: browserRecentConsoleLogs.name,

  async run({ limit }, context) {
    const { session } = await context.browser();
    const join = (lines: string[]) => `[${lines.join(',\n')}]`;
    const view = { limit, file: 'console.json', length: ENTRY_LENGTH, line: record, join, empty: '[]' };
    return showLog(context, await session.consoleLogs(), view);
  },
};

export const consoleTools: readonly Tool[] = [browserRecentConsoleLogs, browserClearConsoleLogs];

function record({ type, text, args = [text], time: timestamp }: ConsoleEntry, length: number): string {
  return JSON.stringify({ type, args: args.map((argument) => shorten(argument, length)), timestamp });
}

function line({ type, text, context, time, url, line, source }: ConsoleEntry, length: number): string {
  const clock = new Date(time).toISOString().slice(11, 23);
  const place = source ?? (url ? `${url}:${line}` : undefined);
  return `${clock} [${type}] (${context}) ${shorten(text, length)}${place === undefined ? '' : ` @ ${place}`}`;
}
