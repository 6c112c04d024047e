import { PAGE_TOOL, type PageAction } from '@btcp/protocol';

/** The tool whose power a command of a connected page has. */
const TOOL_OF: Record<PageAction, string> = {
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
  getText: 'browser_get_text',
  getAttribute: 'browser_get_attribute',
  isVisible: 'browser_is_visible',
  box: 'browser_scroll',
  query: 'browser_query',
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

/** A page may know commands that we do not, and they may do anything. */
const ANYTHING = 'browser_evaluate';

/** Names the tools whose power the call of a page's tool has. */
export function powersOfPageCall(name: string, input: Record<string, unknown>): string[] {
  if (name !== PAGE_TOOL) return [];
  const { action } = input;
  const isKnown = typeof action === 'string' && Object.hasOwn(TOOL_OF, action);
  const tool = isKnown ? TOOL_OF[action as PageAction] : ANYTHING;
  return input.function === undefined ? [tool] : [tool, ANYTHING];
}
