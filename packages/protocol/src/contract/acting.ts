import type { ActionAnswer, DragAnswer, PressAnswer, ScrollAnswer, UploadAnswer } from '../page/answers.js';
import { MODIFIERS } from '../page/modifiers.js';
import { answer, type CommandDefinition, selector } from './definition.js';
import { choices, files, flag, listOf, number, oneOf, required, text } from './parameters.js';

const done = '{ element, ref, value?, checked?, selected?, note? }';

/** Commands that do something to the page. */
export const ACTING_COMMANDS = {
  click: {
    description: 'Click an element',
    parameters: {
      selector,
      button: oneOf(['left', 'middle', 'right'], 'Mouse button; left by default'),
      count: number('2 for a double click'),
      modifiers: listOf(MODIFIERS, 'Keys to hold'),
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
    description: 'Replace the value of a field',
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
      selector: text('The element; by default the focused one'),
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
      to: required(text('Where to drop it: a CSS selector or ref')),
      position: oneOf(['before', 'after'], 'Drop before or after `to`, to sort a list; on its middle by default'),
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
} satisfies Record<string, CommandDefinition>;
