import { z } from 'zod';
import { duration, toMilliseconds } from './duration.js';

/** How every tool names the element that it acts on. */
export const selector = z.string().min(1).describe('CSS selector, or a ref from a snapshot such as @e3');

export const wait = z.boolean().optional().describe('Wait until the element appears');

export const timeout = duration.default('15s');

/** The milliseconds to wait for an element, where the caller wants that at all. */
export function waitTime(input: {
  wait?: boolean | undefined;
  timeout: z.output<typeof duration>;
}): number | undefined {
  return input.wait ? toMilliseconds(input.timeout) : undefined;
}

const dialog = z.object({
  type: z.enum(['alert', 'confirm', 'prompt', 'beforeunload']),
  message: z.string(),
  defaultText: z.string().optional(),
});

/** What every tool that acts on an element answers. */
export const actionOutput = z.object({
  acted: z.object({
    element: z.string().describe('What was acted on, such as textbox "Email"'),
    ref: z.string(),
    value: z.string().optional().describe('What it holds now'),
    checked: z.union([z.boolean(), z.literal('mixed')]).optional(),
    selected: z.array(z.string()).optional(),
    note: z.string().optional(),
  }),
  effects: z.object({
    waited: z.number().describe('Milliseconds that the page was watched for'),
    navigated: z.string().optional().describe('Where the tab went'),
    dialog: dialog.optional(),
    openedTabs: z
      .array(z.object({ id: z.string(), url: z.string(), title: z.string(), active: z.boolean() }))
      .optional(),
    changes: z.string().optional().describe('Lines that differ from the last snapshot'),
  }),
});

/** `Clicked button "Save" @e3.` and what came of it. */
export function sayOutcome(verb: string, { acted, effects }: z.output<typeof actionOutput>): string {
  const { element, ref, value, checked, selected, note } = acted;
  const holds =
    (selected && `now has ${selected.join(', ') || 'nothing'} selected`) ??
    (checked !== undefined
      ? `is now ${checked === true ? 'checked' : checked === false ? 'not checked' : 'mixed'}`
      : undefined) ??
    (value === undefined ? undefined : `now holds "${value}"`);
  const { navigated, dialog, openedTabs = [], changes, waited } = effects;
  const nothing = !navigated && !dialog && openedTabs.length === 0 && !changes && !holds;
  return [
    `${verb} ${element} ${ref}${holds ? `, which ${holds}` : ''}.`,
    note,
    navigated && `The page went to ${navigated}.`,
    ...openedTabs.map(({ id, url }) => `A tab opened: ${id} ${url}`),
    dialog && `It opened a dialog (${dialog.type}): "${dialog.message}".`,
    changes,
    nothing && `Nothing else was observed within ${waited} ms.`,
  ]
    .filter(Boolean)
    .join('\n');
}
