import { BtcpError, WHOLE_PAGE } from '@btcp/protocol';
import { z } from 'zod';
import type { ActionOutcome, Effects } from '../port/browser-session.js';
import { newsIn } from '../shaping/news.js';
import { sayEffects } from '../shaping/say-outcome.js';
import { actionOutput, selector } from './definition/acting.js';
import { defineTool } from './definition/tool.js';

const { acted, effects } = actionOutput.shape;

export const browserFillForm = defineTool({
  name: 'browser_fill_form',
  title: 'Fill a form',
  description: 'Fill one or several fields: text, dates, lists (a label), checkboxes and radios (true or false).',
  group: 'acting',
  effect: 'write',
  input: z.strictObject({
    fields: z
      .array(z.strictObject({ selector, value: z.string() }))
      .min(1)
      .max(100),
  }),
  output: z.object({
    filled: z.array(acted.extend({ selector: z.string() })),
    failed: z.array(z.object({ selector: z.string(), error: z.string(), hint: z.string().optional() })),
    effects,
  }),
  examples: [],

  async run({ fields }, context) {
    const { session } = await context.browser();
    const filled: (ActionOutcome['acted'] & { selector: string })[] = [];
    const failed: { selector: string; error: BtcpError }[] = [];
    const seen: Effects[] = [];
    for (const { selector, value } of fields) {
      context.signal.throwIfAborted();
      try {
        const outcome = await session.fill(selector, value, context);
        filled.push({ selector, ...outcome.acted });
        seen.push(newsIn(outcome.acted, outcome.effects));
        // The fields that follow were those of the page that is left, or wait behind the dialog.
        if (outcome.effects.navigated || outcome.effects.dialog) break;
      } catch (thrown) {
        failed.push({ selector, error: BtcpError.from(thrown) });
      }
    }
    const [first] = failed;
    if (first && filled.length === 0) throw first.error;
    const left = fields.slice(filled.length + failed.length).map(({ selector }) => ({
      selector,
      error: 'It was not tried, because a field before it left the page or opened a dialog.',
    }));
    const told = failed.map(({ selector, error: { message, hint } }) => ({
      selector,
      error: message,
      ...(hint === undefined ? {} : { hint }),
    }));
    return { filled, failed: [...told, ...left], effects: together(seen) };
  },

  summarize({ filled, failed, effects }) {
    const count = filled.length + failed.length;
    return [
      failed.length === 0 ? `Filled ${count} fields.` : `Filled ${filled.length} of ${count} fields.`,
      ...filled.map(({ element, ref, value, checked, selected, note }) => {
        const holds =
          selected?.join(', ') ?? (checked === undefined ? value : checked === true ? 'checked' : 'not checked');
        return `- ${element} ${ref}${holds === undefined ? '' : `: ${holds}`}${note ? ` (${note})` : ''}`;
      }),
      ...failed.map(({ selector, error, hint }) => `- FAILED ${selector}: ${error}${hint ? ` ${hint}` : ''}`),
      ...sayEffects(effects),
    ].join('\n');
  },
});

const WHERE = /^In the iframe \S+:\n/;

function replaces(later: string, earlier: string): boolean {
  const [where = ''] = WHERE.exec(later) ?? [];
  const isOfOneFrame = (WHERE.exec(earlier)?.[0] ?? '') === where && !earlier.includes('\nIn the iframe ');
  return isOfOneFrame && later.slice(where.length).startsWith(WHOLE_PAGE);
}

const LISTS = ['openedTabs', 'downloads', 'announcements', 'consoleErrors', 'failedRequests'] as const;

/** What all of them set off; each tells only what came after the one before. */
function together(seen: readonly Effects[]): Effects {
  const told = seen.flatMap(({ changes }) => changes ?? []);
  // Where a page or frame is told as a whole, nothing before that is of use.
  const changes = told
    .filter((earlier, index) => !told.slice(index + 1).some((later) => replaces(later, earlier)))
    .join('\n');
  const lists = LISTS.map((name) => [name, seen.flatMap((effects): unknown[] => effects[name] ?? [])] as const);
  return {
    ...Object.assign({}, ...seen),
    ...Object.fromEntries(lists.filter(([, list]) => list.length > 0)),
    waited: seen.reduce((sum, { waited }) => sum + waited, 0),
    ...(changes ? { changes } : {}),
  };
}
