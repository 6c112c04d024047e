/** A short command that calls one tool. */
export interface Verb {
  /** One word, or two: `get text`. */
  name: string;
  tool: string;
  /** Arguments by position. `url?` can be left out, `paths...` takes all that follow. */
  words: readonly string[];
  /** Short flags, and flags with another name than their argument. */
  flags?: Readonly<Record<string, string>>;
  /** Arguments that the verb itself sets. */
  given?: Readonly<Record<string, unknown>>;
  aliases?: readonly string[];
  /** Saves the picture of the result to the file that this word names. */
  savesTo?: string;
}

/** Returns the verbs of all tools: those of the table, and one for each tool that the table does not name. */
export function verbsOf(tools: Iterable<{ name: string; required: readonly string[] }>): Verb[] {
  const all = [...tools];
  const known = TABLE.filter(({ tool }) => all.some(({ name }) => name === tool));
  const named = new Set(known.map(({ tool }) => tool));
  const others = all
    .filter(({ name }) => !named.has(name))
    .map(({ name, required }) => ({ name: plainName(name), tool: name, words: required }));
  const taken = new Set(known.flatMap(({ name, aliases = [] }) => [name, ...aliases]));
  return [...known, ...others.filter(({ name }) => !taken.has(name))];
}

function plainName(tool: string): string {
  return tool.replace(/^browser_/, '').replaceAll('_', '-');
}

const TABLE: readonly Verb[] = [
  { name: 'open', tool: 'browser_navigate', words: ['url'], aliases: ['goto', 'navigate'] },
  { name: 'back', tool: 'browser_back', words: [] },
  { name: 'forward', tool: 'browser_forward', words: [] },
  { name: 'reload', tool: 'browser_reload', words: [] },
  {
    name: 'snapshot',
    tool: 'browser_snapshot',
    words: [],
    flags: { i: 'interactive', c: 'compact', d: 'maxDepth', s: 'selector', depth: 'maxDepth', delta: 'diff' },
  },
  { name: 'click', tool: 'browser_click', words: ['selector'] },
  { name: 'dblclick', tool: 'browser_click', words: ['selector'], given: { clickCount: 2 } },
  { name: 'fill', tool: 'browser_fill', words: ['selector', 'value'] },
  { name: 'type', tool: 'browser_type', words: ['selector', 'text'] },
  { name: 'press', tool: 'browser_press', words: ['key', 'selector?'], aliases: ['key'] },
  { name: 'hover', tool: 'browser_hover', words: ['selector'] },
  { name: 'select', tool: 'browser_select', words: ['selector', 'values...'] },
  { name: 'scroll', tool: 'browser_scroll', words: ['direction?', 'amount?'], flags: { s: 'selector' } },
  { name: 'drag', tool: 'browser_drag', words: ['selector', 'to'] },
  { name: 'upload', tool: 'browser_upload', words: ['selector', 'paths...'] },
  {
    name: 'wait',
    tool: 'browser_wait_for',
    words: ['for?'],
    flags: { load: 'loadState', fn: 'function', gone: 'textGone' },
  },
  { name: 'find', tool: 'browser_find', words: ['text?'] },
  { name: 'get text', tool: 'browser_get_text', words: ['selector?'] },
  { name: 'get attr', tool: 'browser_get_attribute', words: ['selector', 'attribute'] },
  { name: 'is visible', tool: 'browser_is_visible', words: ['selector'] },
  {
    name: 'screenshot',
    tool: 'browser_screenshot',
    words: ['file?'],
    flags: { full: 'fullPage', f: 'fullPage', s: 'selector' },
    savesTo: 'file',
  },
  { name: 'eval', tool: 'browser_evaluate', words: ['script'] },
  {
    name: 'tab',
    tool: 'browser_tabs',
    words: [],
    given: { action: 'list' },
    aliases: ['tab list', 'get url', 'get title'],
  },
  { name: 'tab new', tool: 'browser_tabs', words: ['url?'], given: { action: 'new' } },
  { name: 'tab close', tool: 'browser_tabs', words: ['tab?'], given: { action: 'close' } },
  { name: 'tab select', tool: 'browser_tabs', words: ['tab'], given: { action: 'select' } },
  { name: 'dialog accept', tool: 'browser_dialog', words: ['text?'], given: { accept: true } },
  { name: 'dialog dismiss', tool: 'browser_dialog', words: [], given: { accept: false } },
  { name: 'console', tool: 'browser_recent_console_logs', words: [] },
  { name: 'console clear', tool: 'browser_clear_console_logs', words: [] },
  { name: 'network', tool: 'browser_recent_network_requests', words: [], aliases: ['network requests'] },
  { name: 'network clear', tool: 'browser_clear_network_requests', words: [] },
  { name: 'set viewport', tool: 'browser_resize', words: ['width', 'height'] },
  { name: 'set offline', tool: 'browser_set_offline', words: ['offline?'] },
  { name: 'ask', tool: 'browser_request_user', words: ['message'] },
  { name: 'close', tool: 'browser_close', words: [] },
];
