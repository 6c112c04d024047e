import type { Verb } from './verb.js';

const PAGES: readonly Verb[] = [
  { name: 'open', tool: 'browser_navigate', words: ['url'], aliases: ['goto', 'navigate'] },
  { name: 'back', tool: 'browser_back', words: [] },
  { name: 'forward', tool: 'browser_forward', words: [] },
  { name: 'reload', tool: 'browser_reload', words: [] },
  {
    name: 'tab',
    tool: 'browser_tabs',
    title: 'List the tabs, or show one',
    words: ['tab?'],
    standard: { action: 'list' },
    implied: { tab: { action: 'select' } },
    aliases: ['tab list', 'tab select', 'get url', 'get title'],
  },
  { name: 'tab new', tool: 'browser_tabs', title: 'Open a tab', words: ['url?'], given: { action: 'new' } },
  { name: 'tab close', tool: 'browser_tabs', title: 'Close a tab', words: ['tab?'], given: { action: 'close' } },
  { name: 'close', tool: 'browser_close', words: [], aliases: ['quit', 'exit'] },
];

const READING: readonly Verb[] = [
  {
    name: 'snapshot',
    tool: 'browser_snapshot',
    words: [],
    flags: { i: 'interactive', c: 'compact', d: 'maxDepth', s: 'selector', depth: 'maxDepth', delta: 'diff' },
  },
  {
    name: 'diff snapshot',
    tool: 'browser_snapshot',
    title: 'Read what changed on the page',
    words: [],
    flags: { s: 'selector', c: 'compact', d: 'maxDepth' },
    given: { diff: true },
  },
  { name: 'find', tool: 'browser_find', words: ['text?'] },
  { name: 'get text', tool: 'browser_get_text', words: ['selector?'] },
  {
    name: 'read',
    tool: 'browser_get_text',
    title: 'Read the page as Markdown',
    words: ['selector?'],
    given: { format: 'markdown' },
  },
  { name: 'get attr', tool: 'browser_get_attribute', words: ['selector', 'attribute'] },
  query('get html', 'html', 'Read the HTML of an element'),
  query('get value', 'value', 'Read the value of a field'),
  query('get count', 'count', 'Count elements'),
  query('get box', 'box', 'Read where an element is'),
  { ...query('get styles', 'styles', 'Read computed styles'), words: ['selector', 'names...?'] },
  query('get rules', 'rules', 'Read the CSS rules of an element'),
  query('get locator', 'locator', 'Read a stable selector of an element'),
  { name: 'is visible', tool: 'browser_is_visible', words: ['selector'] },
  {
    ...query('is enabled', 'state', 'Read whether an element is visible, enabled, checked or focused'),
    aliases: ['is checked', 'is focused', 'get state'],
  },
  { name: 'expect', tool: 'browser_expect', words: ['selector?'] },
  {
    name: 'wait',
    tool: 'browser_wait_for',
    words: ['for?'],
    flags: { load: 'loadState', fn: 'function', gone: 'textGone', t: 'text', u: 'url', l: 'loadState', f: 'function' },
  },
  { name: 'eval', tool: 'browser_evaluate', words: ['script'] },
];

const ACTING: readonly Verb[] = [
  {
    name: 'click',
    tool: 'browser_click',
    words: ['selector'],
    switches: { 'new-tab': { modifiers: ['Control'] } },
  },
  { name: 'dblclick', tool: 'browser_click', title: 'Click twice', words: ['selector'], given: { clickCount: 2 } },
  { name: 'fill', tool: 'browser_fill', words: ['selector', 'value'] },
  { name: 'type', tool: 'browser_type', words: ['selector', 'text'] },
  { name: 'press', tool: 'browser_press', words: ['key', 'selector?'], aliases: ['key'] },
  { name: 'select', tool: 'browser_select', words: ['selector', 'values...'] },
  { name: 'check', tool: 'browser_check', words: ['selector'] },
  { name: 'uncheck', tool: 'browser_uncheck', words: ['selector'] },
  { name: 'focus', tool: 'browser_focus', words: ['selector'] },
  { name: 'hover', tool: 'browser_hover', words: ['selector'] },
  { name: 'scroll', tool: 'browser_scroll', words: ['direction?', 'amount?'], flags: { s: 'selector' } },
  {
    name: 'scrollintoview',
    tool: 'browser_scroll',
    title: 'Bring an element into view',
    words: ['selector'],
    aliases: ['scrollinto'],
  },
  { name: 'drag', tool: 'browser_drag', words: ['selector', 'to'] },
  { name: 'drop', tool: 'browser_drop', words: ['selector', 'paths...?'], paths: ['paths'] },
  { name: 'upload', tool: 'browser_upload', words: ['selector', 'paths...'], paths: ['paths'] },
  {
    name: 'download',
    tool: 'browser_click',
    title: 'Click, and save the file that is downloaded',
    words: ['selector', 'file'],
    savesTo: 'file',
  },
  mouse('move', 'Move the mouse', ['x', 'y']),
  mouse('click', 'Click at a point', ['x', 'y']),
  mouse('down', 'Press a mouse button', ['button?']),
  mouse('up', 'Release a mouse button', ['button?']),
  mouse('wheel', 'Turn the mouse wheel', ['deltaY', 'deltaX?']),
  {
    name: 'keyboard type',
    tool: 'browser_type',
    title: 'Type into the focused element',
    words: ['text'],
    given: { selector: ':focus' },
    aliases: ['keyboard inserttext'],
  },
  { name: 'keydown', tool: 'browser_key_down', words: ['key'] },
  { name: 'keyup', tool: 'browser_key_up', words: ['key'] },
  { name: 'tap', tool: 'browser_touch', title: 'Tap an element', words: ['selector'] },
  { name: 'swipe', tool: 'browser_touch', title: 'Swipe from one point to another', words: ['x', 'y', 'toX', 'toY'] },
  clipboard('read', 'Read the clipboard', []),
  clipboard('write', 'Write text to the clipboard', ['text']),
  clipboard('copy', 'Copy the selection', []),
  clipboard('paste', 'Paste at the focus', ['text?']),
  {
    name: 'dialog accept',
    tool: 'browser_dialog',
    title: 'Accept a dialog',
    words: ['text?'],
    given: { accept: true },
  },
  { name: 'dialog dismiss', tool: 'browser_dialog', title: 'Dismiss a dialog', words: [], given: { accept: false } },
  { name: 'ask', tool: 'browser_request_user', words: ['message'] },
];

export const PAGE_VERBS: readonly Verb[] = [...PAGES, ...READING, ...ACTING];

function query(name: string, what: string, title: string): Verb {
  return { name, tool: 'browser_query', title, words: ['selector'], given: { what } };
}

function mouse(action: string, title: string, words: string[]): Verb {
  return { name: `mouse ${action}`, tool: 'browser_mouse', title, words, given: { action } };
}

function clipboard(action: string, title: string, words: string[]): Verb {
  return { name: `clipboard ${action}`, tool: 'browser_clipboard', title, words, given: { action } };
}
