import { PAGE_COMMANDS, PAGE_TOOL, type PageAction, type ReadAction } from '@btcp/protocol';

// The tool whose power a command of a connected page has; other reading commands have that of the tool of their name.
const TOOL_OF: Record<Exclude<PageAction, ReadAction>, string> & Partial<Record<ReadAction, string>> = {
  snapshot: 'browser_snapshot',
  find: 'browser_find',
  click: 'browser_click',
  dblclick: 'browser_click',
  hover: 'browser_hover',
  focus: 'browser_click',
  type: 'browser_type',
  fill: 'browser_fill',
  select: 'browser_select',
  check: 'browser_click',
  uncheck: 'browser_click',
  press: 'browser_press',
  scroll: 'browser_scroll',
  drag: 'browser_drag',
  upload: 'browser_upload',
  box: 'browser_scroll',
  getUrl: 'browser_snapshot',
  getTitle: 'browser_snapshot',
  waitFor: 'browser_wait_for',
  evaluate: 'browser_evaluate',
  screenshot: 'browser_screenshot',
  navigate: 'browser_navigate',
  back: 'browser_back',
  forward: 'browser_forward',
  reload: 'browser_reload',
};

// A page may know commands that we do not, and they may do anything.
const ANYTHING = 'browser_evaluate';

/** Names the tools whose power the call of a page's tool has. */
export function powersOfPageCall(name: string, input: Record<string, unknown>): string[] {
  if (name !== PAGE_TOOL) return [];
  const { action } = input;
  const isKnown = typeof action === 'string' && Object.hasOwn(PAGE_COMMANDS, action);
  const tool = isKnown ? toolOf(action as PageAction) : ANYTHING;
  return input.function === undefined ? [tool] : [tool, ANYTHING];
}

// `getText` reads what `browser_get_text` does.
function toolOf(action: PageAction): string {
  return TOOL_OF[action] ?? `browser_${action.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
}
