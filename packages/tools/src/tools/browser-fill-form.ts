import { BtcpError, counted, labelOf, type PageChanges } from '@btcp/protocol';
import { z } from 'zod';
import type { ActedElement, ActionEffects } from '../port/actions.js';
import { newsIn } from '../shaping/news.js';
import { renderActed, renderEffects } from '../shaping/render-outcome.js';
import { sayEffects } from '../shaping/say-outcome.js';
import { actionOutput, selector } from './definition/acting.js';
import { defineRenderedTool } from './definition/tool.js';

const { acted, effects } = actionOutput.shape;

const failure = z.object({ selector: z.string(), error: z.string(), hint: z.string().optional() });
type Failure = z.output<typeof failure>;

export const browserFillForm = defineRenderedTool({
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
    failed: z.array(failure),
    effects,
  }),
  examples: [],

  async run({ fields }, context) {
    const { session } = await context.browser();
    const filled: (ActedElement & { selector: string })[] = [];
    const failed: { selector: string; error: BtcpError }[] = [];
    const seen: ActionEffects[] = [];
    for (const { selector, value } of fields) {
      context.signal.throwIfAborted();
      try {
        const outcome = await session.fill(selector, value, context);
        filled.push({ selector, ...outcome.acted });
        seen.push(newsIn(outcome.acted, outcome.effects));
        // The other fields belong to the page that was left, or are behind the dialog.
        if (outcome.effects.navigated || outcome.effects.dialog) break;
      } catch (thrown) {
        failed.push({ selector, error: BtcpError.from(thrown) });
      }
    }
    const [first] = failed;
    if (first && filled.length === 0) throw first.error;
    const left: Failure[] = fields.slice(filled.length + failed.length).map(({ selector }) => ({
      selector,
      error: 'Not tried: a field before it left the page or opened a dialog.',
    }));
    const refused: Failure[] = failed.map(({ selector, error: { message, hint } }) => ({
      selector,
      error: message,
      ...(hint === undefined ? {} : { hint }),
    }));
    return { filled, failed: [...refused, ...left], effects: together(seen) };
  },

  render: ({ filled, failed, effects }) => ({
    filled: filled.map(({ selector, ...acted }) => ({ selector, ...renderActed(acted) })),
    failed,
    effects: renderEffects(effects),
  }),

  summarize({ filled, failed, effects }) {
    const count = filled.length + failed.length;
    return [
      failed.length === 0
        ? `Filled ${counted(count, 'field')}.`
        : `Filled ${filled.length} of ${counted(count, 'field')}.`,
      ...filled.map(({ role, name, ref, value, checked, selected, note }) => {
        const holds =
          selected?.join(', ') ?? (checked === undefined ? value : checked === true ? 'checked' : 'not checked');
        return `- ${labelOf({ role, name })} ${ref}${holds === undefined ? '' : `: ${holds}`}${note ? ` (${note})` : ''}`;
      }),
      ...failed.map(({ selector, error, hint }) => `- FAILED ${selector}: ${error}${hint ? ` ${hint}` : ''}`),
      ...sayEffects(effects),
    ].join('\n');
  },
});

// A frame that is shown as a whole makes its earlier changes useless.
function isReplaced({ frame }: PageChanges, later: readonly PageChanges[]): boolean {
  return later.some((other) => other.kind === 'page' && other.frame === frame);
}

const LISTS = ['openedTabs', 'downloads', 'announcements', 'consoleErrors', 'failedRequests'] as const;

function together(seen: readonly ActionEffects[]): ActionEffects {
  const all = seen.flatMap(({ changes = [] }) => changes);
  const changes = all.filter((each, index) => !isReplaced(each, all.slice(index + 1)));
  const lists = LISTS.map((name) => [name, seen.flatMap((effects): unknown[] => effects[name] ?? [])] as const);
  return {
    ...Object.assign({}, ...seen),
    ...Object.fromEntries(lists.filter(([, list]) => list.length > 0)),
    waited: seen.reduce((sum, { waited }) => sum + waited, 0),
    changes,
  };
}
