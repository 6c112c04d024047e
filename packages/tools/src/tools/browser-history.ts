import { z } from 'zod';
import type { NavigateOptions } from '../port/browser-session.js';
import type { ShieldedSession } from '../secrets/shield.js';
import { ours } from '../shaping/boundary/boundary.js';
import { landing, pageOutput, travelInput, travelOptions } from './definition/shared-inputs.js';
import { defineTool, type Tool } from './definition/tool.js';

const input = z.strictObject(travelInput);

const browserBack = historyTool({
  name: 'browser_back',
  title: 'Go back',
  description: 'Go back to the page before this one.',
  said: 'Went back.',
  examples: [],
  go: (session, options) => session.back(options),
});

const browserForward = historyTool({
  name: 'browser_forward',
  title: 'Go forward',
  description: 'Go forward again, after browser_back.',
  said: 'Went forward.',
  examples: [],
  go: (session, options) => session.forward(options),
});

const browserReload = historyTool({
  name: 'browser_reload',
  title: 'Reload the page',
  description: 'Reload the page.',
  said: 'Reloaded.',
  examples: [{}],
  go: (session, options) => session.reload(options),
});

export const historyTools: readonly Tool[] = [browserBack, browserForward, browserReload];

interface HistoryTool {
  name: string;
  title: string;
  description: string;
  said: string;
  examples: z.input<typeof input>[];
  go(session: ShieldedSession, options: NavigateOptions): Promise<void>;
}

function historyTool({ said, go, ...texts }: HistoryTool) {
  return defineTool({
    ...texts,
    group: 'pages',
    effect: 'write',
    input,
    output: pageOutput,
    async run(travel, context) {
      const { session } = await context.browser();
      await go(session, travelOptions(travel, context));
      return landing(session);
    },
    summarize: () => ours(said),
  });
}
