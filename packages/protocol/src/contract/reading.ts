import { type CommandDefinition, selector } from './definition.js';
import {
  type ArgumentsOf,
  flag,
  number,
  oneOf,
  type ParameterSet,
  required,
  text,
  textOrNull,
  texts,
} from './parameters.js';
import type { ReadablePage } from './readable-page.js';

// A command that only reads: engines pass it on without knowing it, and check the answer by the fields in `reads`.
interface ReadingCommand extends CommandDefinition {
  reads: ParameterSet;
}

/** Commands that only read. */
export const READING_COMMANDS = {
  getText: {
    description: 'Read the visible text of an element, or the value of a field',
    parameters: { selector, format: oneOf(['text', 'markdown'], 'text by default') },
    reads: {
      text: required(text('What a person reads there')),
      unread: texts('Refs of frames of another origin, whose text is not in it'),
    },
    returns: '{ text, unread? }',
    examples: [{ selector: '@e3' }],
  },
  getAttribute: {
    description: 'Read an attribute as it stands in the document',
    parameters: { selector, attribute: required(text('Its name')) },
    reads: { value: required(textOrNull('As it stands in the document')) },
    returns: '{ value }, null when there is none',
    examples: [{ selector: '@e3', attribute: 'href' }],
  },
  isVisible: {
    description: 'Report whether a person can see an element',
    parameters: { selector },
    reads: { visible: required(flag('Whether a person can see it')) },
    returns: '{ visible }',
    examples: [{ selector: '@e3' }],
  },
  box: {
    description: 'Scroll an element into view and report where it is',
    parameters: { selector },
    reads: {
      x: required(number('Pixels from the left of the viewport')),
      y: required(number('Pixels from its top')),
      width: required(number('Pixels')),
      height: required(number('Pixels')),
    },
    returns: '{ x, y, width, height }',
    examples: [{ selector: '@e3' }],
  },
  query: {
    description: 'Answer a question about an element',
    parameters: {
      selector,
      what: required(oneOf(['html', 'value', 'count', 'box', 'state', 'styles', 'rules', 'locator'], 'What to report')),
      names: texts('Which properties, for styles'),
    },
    reads: { value: required(text('Text, a number, or JSON')) },
    returns: '{ value }',
    examples: [{ selector: '@e3', what: 'html' }],
  },
} satisfies Record<string, ReadingCommand>;

type Commands = typeof READING_COMMANDS;

type Readers = {
  [Action in keyof Commands]: (
    page: ReadablePage,
    parameters: ArgumentsOf<Commands[Action]['parameters']>,
  ) => ArgumentsOf<Commands[Action]['reads']>;
};

/** How each of these commands is read from a page. */
export const READERS: Readers = {
  getText: (page, { selector, format }) => page.text(selector, format),
  getAttribute: (page, { selector, attribute }) => ({ value: page.attribute(selector, attribute) }),
  isVisible: (page, { selector }) => ({ visible: page.isVisible(selector) }),
  box: (page, { selector }) => page.box(selector),
  query: (page, { selector, what, names = [] }) => ({ value: QUESTIONS[what](page, selector, names) }),
};

type Question = (page: ReadablePage, selector: string, names: readonly string[]) => string;

const QUESTIONS = {
  html: (page, selector) => page.html(selector),
  value: (page, selector) => page.value(selector),
  count: (page, selector) => String(page.count(selector)),
  box: (page, selector) => JSON.stringify(page.place(selector)),
  state: (page, selector) => JSON.stringify(page.state(selector)),
  styles: (page, selector, names) => JSON.stringify(page.styles(selector, names)),
  rules: (page, selector) => page.rules(selector).join('\n'),
  locator: (page, selector) => page.locator(selector),
} satisfies Record<string, Question>;
