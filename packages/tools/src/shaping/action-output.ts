import { z } from 'zod';

const dialog = z.object({
  type: z.enum(['alert', 'confirm', 'prompt', 'beforeunload']),
  message: z.string(),
  defaultText: z.string().optional(),
});

const subject = { element: z.string().describe('Such as textbox "Email"'), ref: z.string() };

export const effectsOutput = z.object({
  waited: z.number().describe('How long the page was watched, in milliseconds'),
  navigated: z.string().optional().describe('The new URL'),
  title: z.string().optional().describe('The new title'),
  dialog: dialog.optional(),
  openedTabs: z.array(z.object({ id: z.string(), url: z.string(), title: z.string(), active: z.boolean() })).optional(),
  downloads: z
    .array(
      z.object({
        url: z.string(),
        name: z.string(),
        path: z.string().optional(),
        size: z.number().optional(),
        failure: z.string().optional(),
      }),
    )
    .optional()
    .describe('With path and size once complete'),
  fileChooser: z.object({ multiple: z.boolean() }).optional().describe('The page asks for files'),
  focus: z.object(subject).optional().describe('The newly focused element'),
  announcements: z.array(z.string()).optional().describe('Text of alerts and toasts, even if they have disappeared'),
  changes: z.string().optional().describe('Lines that differ from the last snapshot'),
  consoleErrors: z.array(z.string()).optional(),
  failedRequests: z
    .array(
      z.object({
        method: z.string(),
        url: z.string(),
        status: z.number().optional(),
        failure: z.string().optional(),
      }),
    )
    .optional(),
});

export const actionOutput = z.object({
  acted: z.object({
    ...subject,
    css: z.string().optional().describe('A stable selector'),
    frames: z.array(z.string()).optional().describe('Selectors of the iframes it is in, the outermost first'),
    value: z.string().optional().describe('Its value now'),
    checked: z.union([z.boolean(), z.literal('mixed')]).optional(),
    selected: z.array(z.string()).optional(),
    note: z.string().optional(),
  }),
  effects: effectsOutput,
});

export type Acted = z.output<typeof actionOutput>['acted'];

export type Effects = z.output<typeof effectsOutput>;
