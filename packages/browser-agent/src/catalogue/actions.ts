import { MODIFIERS } from '../pointer.js';
import { type Action, defineAction } from './action.js';
import { choices, files, flag, listOf, number, oneOf, required, text } from './parameters.js';

const selector = required(text('A CSS selector or a ref such as @e3'));
const timeout = number('Milliseconds to allow; 15000 by default');
const waitUntil = oneOf(['load', 'domcontentloaded', 'networkidle'], 'What counts as loaded; load by default');
const done = '{ element, ref, value?, checked?, selected?, note? }';
const page = '{ url, title, status?, leaving? }';

/** Everything that `execute` can do. */
export const ACTIONS: Record<string, Action> = {
  snapshot: defineAction({
    description: 'Read the page as text, with a ref for each control',
    parameters: {
      selector: text('Only this subtree'),
      interactive: flag('Only controls, headings and live regions'),
      compact: flag('Leave out structure that carries nothing'),
      maxDepth: number('Levels below the root'),
      viewport: flag('Only what is on screen'),
      maxSize: number('Characters; the rest is cut at a line'),
      diff: flag('Only what changed since the last snapshot'),
      header: flag('Whether the text begins with URL and title; it does unless this is false'),
    },
    returns: '{ tree, refs, url, title, truncated }',
    examples: [{}, { interactive: true }, { selector: '@e3' }],
    run: (agent, options) => agent.snapshot(options),
  }),
  click: defineAction({
    description: 'Click an element',
    parameters: {
      selector,
      button: oneOf(['left', 'middle', 'right'], 'Mouse button; left by default'),
      count: number('2 for a double click'),
      modifiers: listOf(MODIFIERS, 'Keys held meanwhile'),
    },
    returns: done,
    examples: [{ selector: '@e3' }, { selector: '#menu', button: 'right' }],
    run: (agent, { selector, ...options }) => agent.click(selector, options),
  }),
  dblclick: defineAction({
    description: 'Double-click an element',
    parameters: { selector },
    returns: done,
    examples: [{ selector: '@e3' }],
    run: (agent, { selector }) => agent.dblclick(selector),
  }),
  hover: defineAction({
    description: 'Move the pointer onto an element',
    parameters: { selector },
    returns: done,
    examples: [{ selector: '@e3' }],
    run: (agent, { selector }) => agent.hover(selector),
  }),
  focus: defineAction({
    description: 'Give an element the keyboard focus',
    parameters: { selector },
    returns: done,
    examples: [{ selector: '@e3' }],
    run: (agent, { selector }) => agent.focus(selector),
  }),
  type: defineAction({
    description: 'Type text key by key, at the end of a field',
    parameters: {
      selector,
      text: required(text('What to type; a line break presses Enter')),
      clear: flag('Empty the field first'),
      delay: number('Milliseconds between keys'),
    },
    returns: done,
    examples: [{ selector: '@e3', text: 'hello', clear: true }],
    run: (agent, { selector, text, ...options }) => agent.type(selector, text, options),
  }),
  fill: defineAction({
    description: 'Replace what a field holds, at once',
    parameters: { selector, value: required(text('The new value; dates as 2026-03-31')) },
    returns: done,
    examples: [{ selector: '@e3', value: 'ada@example.com' }],
    run: (agent, { selector, value }) => agent.fill(selector, value),
  }),
  select: defineAction({
    description: 'Choose options of a native list',
    parameters: { selector, values: required(choices('Values, labels or indexes of the options')) },
    returns: done,
    examples: [
      { selector: '@e3', values: 'Blue' },
      { selector: '#colors', values: ['red', 'blue'] },
    ],
    run: (agent, { selector, values }) => agent.select(selector, values),
  }),
  check: defineAction({
    description: 'Check a checkbox, radio or switch',
    parameters: { selector },
    returns: done,
    examples: [{ selector: '@e3' }],
    run: (agent, { selector }) => agent.check(selector),
  }),
  uncheck: defineAction({
    description: 'Uncheck a checkbox or switch',
    parameters: { selector },
    returns: done,
    examples: [{ selector: '@e3' }],
    run: (agent, { selector }) => agent.uncheck(selector),
  }),
  press: defineAction({
    description: 'Press a key or chord',
    parameters: {
      key: required(text('Such as Enter, a, Control+a, Shift+Tab')),
      selector: text('Where; by default where the focus is'),
    },
    returns: '{ element, ref, focused, value?, note? }',
    examples: [{ key: 'Enter' }, { key: 'Control+a', selector: '@e3' }],
    run: (agent, { key, selector }) => agent.press(key, selector),
  }),
  scroll: defineAction({
    description: 'Scroll the page or a container, or bring an element into view',
    parameters: {
      selector: text('An element to bring into view, or, with a distance, one inside the container to scroll'),
      direction: oneOf(['up', 'down', 'left', 'right'], 'down by default'),
      amount: number('Pixels; most of the screen by default'),
      x: number('Pixels to the right'),
      y: number('Pixels down'),
    },
    returns: '{ scrolled, moved: { x, y }, remaining: { up, down, left, right }, note? }',
    examples: [{ direction: 'down' }, { selector: '@e3' }],
    run: (agent, options) => agent.scroll(options),
  }),
  drag: defineAction({
    description: 'Drag one element onto another',
    parameters: { selector, to: required(text('What to drop it on: a CSS selector or ref')) },
    returns: '{ element, ref, target }',
    examples: [{ selector: '@e3', to: '@e7' }],
    run: (agent, { selector, to }) => agent.drag(selector, to),
  }),
  upload: defineAction({
    description: 'Give files to a file input or drop zone',
    parameters: { selector, files: required(files('The files with their content')) },
    returns: '{ element, ref, files: { name, size }[] }',
    examples: [{ selector: '@e3', files: [{ name: 'note.txt', text: 'hello' }] }],
    run: (agent, { selector, files }) => agent.upload(selector, files),
  }),
  getText: defineAction({
    description: 'Read the visible text of an element, or the value of a field',
    parameters: { selector },
    returns: '{ text }',
    examples: [{ selector: '@e3' }],
    run: async (agent, { selector }) => ({ text: await agent.getText(selector) }),
  }),
  getAttribute: defineAction({
    description: 'Read an attribute as it stands in the document',
    parameters: { selector, attribute: required(text('Its name')) },
    returns: '{ value }, null when there is none',
    examples: [{ selector: '@e3', attribute: 'href' }],
    run: async (agent, { selector, attribute }) => ({ value: await agent.getAttribute(selector, attribute) }),
  }),
  isVisible: defineAction({
    description: 'Tell whether a person can see an element',
    parameters: { selector },
    returns: '{ visible }',
    examples: [{ selector: '@e3' }],
    run: async (agent, { selector }) => ({ visible: await agent.isVisible(selector) }),
  }),
  getUrl: defineAction({
    description: 'Tell the URL of the page',
    parameters: {},
    returns: '{ url }',
    examples: [{}],
    run: async (agent) => ({ url: await agent.getUrl() }),
  }),
  getTitle: defineAction({
    description: 'Tell the title of the page',
    parameters: {},
    returns: '{ title }',
    examples: [{}],
    run: async (agent) => ({ title: await agent.getTitle() }),
  }),
  waitFor: defineAction({
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
    returns: '{ elapsed } in milliseconds',
    examples: [{ text: 'Saved' }, { selector: '.spinner', state: 'hidden', timeout: 5000 }],
    run: (agent, options) => agent.waitFor(options),
  }),
  evaluate: defineAction({
    description: 'Run JavaScript in the page; promises are awaited',
    parameters: { script: required(text('An expression or statements, the last of which is the result')), timeout },
    returns: '{ result }',
    examples: [{ script: 'document.title' }, { script: 'const r = await fetch("/api"); r.status' }],
    run: async (agent, { script, ...options }) => ({ result: (await agent.evaluate(script, options)) ?? null }),
  }),
  screenshot: defineAction({
    description: 'Draw the page as an image; frames of other origins and video stay blank',
    parameters: {
      selector: text('Only this element'),
      fullPage: flag('The whole page instead of what is on screen'),
      format: oneOf(['png', 'jpeg', 'webp'], 'png by default'),
      quality: number('0 to 100, for jpeg and webp'),
    },
    returns: '{ screenshot, format, width, height }, the image in base64',
    examples: [{}, { format: 'jpeg', quality: 60 }],
    run: (agent, options) => agent.screenshot(options),
  }),
  navigate: defineAction({
    description: 'Open a URL',
    parameters: { url: required(text('Absolute, or relative to the page')), waitUntil, timeout },
    returns: page,
    examples: [{ url: 'https://example.com' }],
    run: (agent, { url, ...options }) => agent.navigate(url, options),
  }),
  back: defineAction({
    description: 'Go back in the history',
    parameters: { waitUntil, timeout },
    returns: page,
    examples: [{}],
    run: (agent, options) => agent.back(options),
  }),
  forward: defineAction({
    description: 'Go forward in the history',
    parameters: { waitUntil, timeout },
    returns: page,
    examples: [{}],
    run: (agent, options) => agent.forward(options),
  }),
  reload: defineAction({
    description: 'Load the page again',
    parameters: { waitUntil, timeout },
    returns: page,
    examples: [{}],
    run: (agent, options) => agent.reload(options),
  }),
};
