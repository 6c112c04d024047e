import { answer, type CommandDefinition, timeout } from './definition.js';
import { oneOf, required, text } from './parameters.js';

/** Commands that take their time: waiting, and scripts of the caller. */
export const RUNNING_COMMANDS = {
  waitFor: {
    description: 'Wait for an element, a text, a URL or an expression',
    parameters: {
      selector: text('A CSS selector or ref; with text, where it must be'),
      state: oneOf(['attached', 'detached', 'visible', 'hidden'], 'visible by default'),
      text: text('Text that must be visible'),
      textGone: text('Text that must be gone'),
      url: text('Part of the URL, a glob with *, or /a regular expression/'),
      function: text('An expression that must become truthy'),
      timeout,
    },
    returns: answer<{ elapsed: number }>('{ elapsed } in milliseconds'),
    examples: [{ text: 'Saved' }, { selector: '.spinner', state: 'hidden', timeout: 5000 }],
  },
  evaluate: {
    description: 'Run JavaScript in the page; promises are awaited',
    parameters: { script: required(text('An expression or statements, the last of which is the result')), timeout },
    returns: answer<{ result: unknown }>('{ result }'),
    examples: [{ script: 'document.title' }, { script: 'const r = await fetch("/api"); r.status' }],
  },
} satisfies Record<string, CommandDefinition>;
