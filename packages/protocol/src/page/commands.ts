import type {
  ActionAnswer,
  DragAnswer,
  FindAnswer,
  NavigationAnswer,
  PressAnswer,
  ScreenshotAnswer,
  ScrollAnswer,
  UploadAnswer,
} from './answers.js';
import { MODIFIERS } from './modifiers.js';
import {
  type ArgumentsOf,
  choices,
  files,
  flag,
  listOf,
  number,
  oneOf,
  type ParameterSet,
  required,
  text,
  textOrNull,
  texts,
} from './parameters.js';
import type { Snapshot } from './snapshot.js';

// The type of the answer is attached for the compiler only.
type Returns<Answer> = string & { readonly answer?: Answer };

/** A command of the page contract. */
export interface CommandDefinition<Parameters extends ParameterSet = ParameterSet, Answer = unknown> {
  description: string;
  parameters: Parameters;
  returns: Returns<Answer>;
  /** Engines pass on a command that only reads without knowing it, and check the answer by these fields. */
  reads?: ParameterSet;
  examples: readonly object[];
}

function answer<Answer>(words: string): Returns<Answer> {
  return words;
}

const selector = required(text('A CSS selector or a ref such as @e3'));
const timeout = number('Milliseconds to allow; 15000 by default');
const waitUntil = oneOf(['load', 'domcontentloaded', 'networkidle'], 'What counts as loaded; load by default');
const done = '{ element, ref, value?, checked?, selected?, note? }';
const page = '{ url, title, status?, leaving? }';

/** Every command that a page accepts, defined once for pages, engines and models. */
export const PAGE_COMMANDS = {
  snapshot: {
    description: 'Read the page as text, with a ref for each control',
    parameters: {
      selector: text('Only this subtree'),
      interactive: flag('Only controls, headings and live regions'),
      compact: flag('Leave out structure that carries nothing'),
      maxDepth: number('Levels below the root'),
      viewport: flag('Only what is on screen'),
      maxSize: number('Characters; the rest is cut at a line'),
      cursor: text('Continue a snapshot that was cut, with the same options'),
      diff: flag('Only what changed since the last snapshot'),
      text: text('Only what says this, one line each'),
      role: text('Only elements of this role, one line each'),
      name: text('Only elements with this in their name, one line each'),
      header: flag('Whether the text begins with URL and title; it does unless this is false'),
    },
    returns: answer<Snapshot>('{ tree, refs, url, title, truncated, cursor? }'),
    examples: [{}, { interactive: true }, { selector: '@e3' }],
  },
  find: {
    description: 'Find elements by text, role or name, one line each',
    parameters: {
      text: text('Part of what it says'),
      role: text('Its role, such as button'),
      name: text('Part of its name'),
      limit: number('How many to return; 20 by default'),
    },
    returns: answer<FindAnswer>('{ matches: { role, name, ref, line }[], more, frames }'),
    examples: [{ role: 'button' }, { text: 'sign in' }],
  },
  click: {
    description: 'Click an element',
    parameters: {
      selector,
      button: oneOf(['left', 'middle', 'right'], 'Mouse button; left by default'),
      count: number('2 for a double click'),
      modifiers: listOf(MODIFIERS, 'Keys held meanwhile'),
    },
    returns: answer<ActionAnswer>(done),
    examples: [{ selector: '@e3' }, { selector: '#menu', button: 'right' }],
  },
  dblclick: {
    description: 'Double-click an element',
    parameters: { selector },
    returns: answer<ActionAnswer>(done),
    examples: [{ selector: '@e3' }],
  },
  hover: {
    description: 'Move the pointer onto an element',
    parameters: { selector },
    returns: answer<ActionAnswer>(done),
    examples: [{ selector: '@e3' }],
  },
  focus: {
    description: 'Give an element the keyboard focus',
    parameters: { selector },
    returns: answer<ActionAnswer>(done),
    examples: [{ selector: '@e3' }],
  },
  type: {
    description: 'Type text key by key, at the end of a field',
    parameters: {
      selector,
      text: required(text('What to type; a line break presses Enter')),
      clear: flag('Empty the field first'),
      delay: number('Milliseconds between keys'),
    },
    returns: answer<ActionAnswer>(done),
    examples: [{ selector: '@e3', text: 'hello', clear: true }],
  },
  fill: {
    description: 'Replace what a field holds, at once',
    parameters: { selector, value: required(text('The new value; dates as 2026-03-31')) },
    returns: answer<ActionAnswer>(done),
    examples: [{ selector: '@e3', value: 'ada@example.com' }],
  },
  select: {
    description: 'Choose options of a native list',
    parameters: { selector, values: required(choices('Values, labels or indexes of the options')) },
    returns: answer<ActionAnswer>(done),
    examples: [
      { selector: '@e3', values: 'Blue' },
      { selector: '#colors', values: ['red', 'blue'] },
    ],
  },
  check: {
    description: 'Check a checkbox, radio or switch',
    parameters: { selector },
    returns: answer<ActionAnswer>(done),
    examples: [{ selector: '@e3' }],
  },
  uncheck: {
    description: 'Uncheck a checkbox or switch',
    parameters: { selector },
    returns: answer<ActionAnswer>(done),
    examples: [{ selector: '@e3' }],
  },
  press: {
    description: 'Press a key or chord',
    parameters: {
      key: required(text('Such as Enter, a, Control+a, Shift+Tab')),
      selector: text('Where; by default where the focus is'),
    },
    returns: answer<PressAnswer>('{ element, ref, focused, value?, note? }'),
    examples: [{ key: 'Enter' }, { key: 'Control+a', selector: '@e3' }],
  },
  scroll: {
    description: 'Scroll the page or a container, or bring an element into view',
    parameters: {
      selector: text('An element to bring into view, or, with a distance, one inside the container to scroll'),
      direction: oneOf(['up', 'down', 'left', 'right'], 'down by default'),
      amount: number('Pixels; most of the screen by default'),
      x: number('Pixels to the right'),
      y: number('Pixels down'),
    },
    returns: answer<ScrollAnswer>('{ scrolled, moved: { x, y }, remaining: { up, down, left, right }, note? }'),
    examples: [{ direction: 'down' }, { selector: '@e3' }],
  },
  drag: {
    description: 'Drag one element onto another',
    parameters: {
      selector,
      to: required(text('What to drop it on: a CSS selector or ref')),
      position: oneOf(['before', 'after'], 'Drop at this side of `to`, to sort a list; on its middle by default'),
    },
    returns: answer<DragAnswer>('{ element, ref, target }'),
    examples: [{ selector: '@e3', to: '@e7' }],
  },
  upload: {
    description: 'Give files to a file input or drop zone',
    parameters: { selector, files: required(files('The files with their content')) },
    returns: answer<UploadAnswer>('{ element, ref, files: { name, size }[] }'),
    examples: [{ selector: '@e3', files: [{ name: 'note.txt', text: 'hello' }] }],
  },
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
    description: 'Tell whether a person can see an element',
    parameters: { selector },
    reads: { visible: required(flag('Whether a person can see it')) },
    returns: '{ visible }',
    examples: [{ selector: '@e3' }],
  },
  box: {
    description: 'Scroll an element into view and tell where it is there',
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
      what: required(
        oneOf(['html', 'value', 'count', 'box', 'state', 'styles', 'rules', 'locator'], 'What to tell of it'),
      ),
      names: texts('Which properties, for styles'),
    },
    reads: { value: required(text('Text, a number, or JSON')) },
    returns: '{ value }',
    examples: [{ selector: '@e3', what: 'html' }],
  },
  getUrl: {
    description: 'Tell the URL of the page',
    parameters: {},
    returns: answer<{ url: string }>('{ url }'),
    examples: [{}],
  },
  getTitle: {
    description: 'Tell the title of the page',
    parameters: {},
    returns: answer<{ title: string }>('{ title }'),
    examples: [{}],
  },
  waitFor: {
    description: 'Wait until an element, a text, the URL or an expression is as wanted',
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
  screenshot: {
    description: 'Draw the page as an image; frames of other origins and video stay blank',
    parameters: {
      selector: text('Only this element'),
      fullPage: flag('The whole page instead of what is on screen'),
      format: oneOf(['png', 'jpeg', 'webp'], 'png by default'),
      quality: number('0 to 100, for jpeg and webp'),
    },
    returns: answer<ScreenshotAnswer>('{ screenshot, format, width, height }, the image in base64'),
    examples: [{}, { format: 'jpeg', quality: 60 }],
  },
  navigate: {
    description: 'Open a URL',
    parameters: { url: required(text('Absolute, or relative to the page')), waitUntil, timeout },
    returns: answer<NavigationAnswer>(page),
    examples: [{ url: 'https://example.com' }],
  },
  back: {
    description: 'Go back in the history',
    parameters: { waitUntil, timeout },
    returns: answer<NavigationAnswer>(page),
    examples: [{}],
  },
  forward: {
    description: 'Go forward in the history',
    parameters: { waitUntil, timeout },
    returns: answer<NavigationAnswer>(page),
    examples: [{}],
  },
  reload: {
    description: 'Load the page again',
    parameters: { waitUntil, timeout },
    returns: answer<NavigationAnswer>(page),
    examples: [{}],
  },
} satisfies Record<string, CommandDefinition>;

/** The name of a page command. */
export type PageAction = keyof typeof PAGE_COMMANDS;

/** The parameters of a command. */
export type ParametersOf<Action extends PageAction> = ArgumentsOf<(typeof PAGE_COMMANDS)[Action]['parameters']>;

/** The answer to a command. */
export type AnswerTo<Action extends PageAction> = (typeof PAGE_COMMANDS)[Action] extends {
  reads: infer Fields extends ParameterSet;
}
  ? ArgumentsOf<Fields>
  : (typeof PAGE_COMMANDS)[Action]['returns'] extends Returns<infer Answer>
    ? Answer
    : never;

/** A command that only reads, so that every engine passes it on. */
export type ReadAction = {
  [Action in PageAction]: (typeof PAGE_COMMANDS)[Action] extends { reads: ParameterSet } ? Action : never;
}[PageAction];

/** Returns the known fields of the answer to a reading command, or undefined if a page sent something else. */
export function readAnswer<Action extends ReadAction>(action: Action, data: object): AnswerTo<Action> | undefined {
  const fields: ParameterSet = PAGE_COMMANDS[action].reads;
  const found = Object.entries(fields)
    .map(([name, field]) => [name, Reflect.get(data, name), field] as const)
    .filter(([, value, field]) => field.required || value !== undefined);
  if (!found.every(([, value, field]) => field.accepts(value))) return undefined;
  return Object.fromEntries(found.map(([name, value]) => [name, value])) as AnswerTo<Action>;
}

/** A command as it is sent: the action and its parameters in one object. */
export type PageCommand<Action extends PageAction = PageAction> = {
  [Each in Action]: { action: Each } & ParametersOf<Each>;
}[Action];
