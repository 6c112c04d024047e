import { z } from 'zod';
import {
  byRole,
  convert,
  flag,
  instead,
  not,
  oneOf,
  type PeerTable,
  setCookie,
  to,
  untranslated,
  without,
} from './translation.js';

const element = without(z.string().describe('What the element is, in words'));
const target = { element, target: 'selector' };

const MODIFIERS = ['Alt', 'Control', 'ControlOrMeta', 'Meta', 'Shift'] as const;
const modifiers = convert(z.array(z.enum(MODIFIERS)).optional(), (keys = []) => ({
  modifiers: keys.map((key) => (key === 'ControlOrMeta' ? 'Control' : key)),
}));
const fields = convert(
  z.array(
    z.strictObject({
      element: z.string().optional(),
      target: z.string(),
      name: z.string().optional(),
      type: z.string().optional(),
      value: z.string(),
    }),
  ),
  (given) => ({ fields: given.map(({ target, value }) => ({ selector: target, value })) }),
);
const index = convert(z.number().optional(), () => {
  throw untranslated(
    'browser_tabs',
    'index',
    'Tabs have ids that stay: give tab, such as t2. The action list shows them.',
  );
});
const scale = without(z.enum(['css', 'device']));
const level = without(z.enum(['error', 'warning', 'info', 'debug']));
const onOff = <Name extends string>(name: Name, on: string) =>
  convert(z.string().nullish(), (value) => (value === on ? { [name]: true } : { [name]: false }));
const pictures = ({ type, filename }: Record<string, unknown>) =>
  type === undefined && filename === undefined ? 'browser_screenshot' : 'browser_capture';

const storage = (area: 'local' | 'session') => {
  const name = `browser_${area}storage`;
  return {
    [`${name}_list`]: to('browser_storage', {}, { area, action: 'list' }),
    [`${name}_get`]: to('browser_storage', { key: 'key' }, { area, action: 'get' }),
    [`${name}_set`]: to('browser_storage', { key: 'key', value: 'value' }, { area, action: 'set' }),
    [`${name}_delete`]: to('browser_storage', { key: 'key' }, { area, action: 'delete' }),
    [`${name}_clear`]: to('browser_storage', {}, { area, action: 'clear' }),
  };
};

export const playwrightMcp: PeerTable = {
  listed: [
    'browser_close',
    'browser_resize',
    'browser_console_messages',
    'browser_handle_dialog',
    'browser_emulate_media',
    'browser_evaluate',
    'browser_file_upload',
    'browser_drop',
    'browser_find',
    'browser_fill_form',
    'browser_press_key',
    'browser_type',
    'browser_navigate',
    'browser_navigate_back',
    'browser_network_requests',
    'browser_network_request',
    'browser_take_screenshot',
    'browser_snapshot',
    'browser_click',
    'browser_drag',
    'browser_hover',
    'browser_select_option',
    'browser_tabs',
    'browser_wait_for',
  ],
  answers: {
    browser_close: to('browser_close'),
    browser_resize: to('browser_resize', { width: 'width', height: 'height' }),
    browser_get_config: not('the page line of every result reports what is set; flags set the rest'),
    browser_console_messages: to('browser_recent_console_logs', { level, all: without(z.boolean()) }),
    browser_cookie_list: to('browser_cookies', { domain: 'domain', path: 'path' }),
    browser_cookie_get: to('browser_cookies', { name: 'name' }, { action: 'get' }),
    browser_cookie_set: setCookie,
    browser_cookie_delete: to('browser_cookies', { name: 'name' }, { action: 'delete' }),
    browser_cookie_clear: to('browser_cookies', {}, { action: 'clear' }),
    browser_resume: not('steps through a test of Playwright; BTCP runs no tests'),
    browser_highlight: to(
      'browser_capture',
      { ...target, style: without(z.string()) },
      { marks: true },
      ', which draws on the picture and not on the page',
    ),
    browser_hide_highlight: instead('not needed: `browser_capture` leaves nothing in the page'),
    browser_annotate: instead('`browser_request_user`: a person shows it in the live view'),
    browser_handle_dialog: to('browser_dialog', { accept: 'accept', promptText: 'text' }),
    browser_emulate_media: to('browser_emulate', {
      colorScheme: 'colorScheme',
      reducedMotion: onOff('reducedMotion', 'reduce'),
      forcedColors: onOff('forcedColors', 'active'),
      contrast: 'contrast',
      media: 'media',
    }),
    browser_evaluate: to('browser_evaluate', { function: 'script' }, {}, ', which takes a function too'),
    browser_file_upload: to(
      'browser_upload',
      { target: 'selector', paths: 'paths' },
      {},
      ': names the input with `target`, no chooser has to be open',
    ),
    browser_drop: to('browser_drop', { ...target, paths: 'paths', data: 'data' }),
    browser_find: to('browser_find', { text: 'text' }),
    browser_fill_form: to('browser_fill_form', { fields }),
    browser_press_key: to('browser_press', { key: 'key' }),
    browser_type: to(
      'browser_type',
      { ...target, text: 'text', submit: 'submit', slowly: flag({ clear: false, delay: 50 }) },
      { clear: true },
      '; `browser_fill` sets a value without pressing keys',
    ),
    browser_mouse_move_xy: to('browser_mouse', { x: 'x', y: 'y' }, { action: 'move' }),
    browser_mouse_click_xy: to(
      'browser_mouse',
      { x: 'x', y: 'y', button: 'button', clickCount: 'clickCount' },
      { action: 'click' },
    ),
    browser_mouse_drag_xy: instead('`browser_mouse` down, move and up, in one `browser_batch`'),
    browser_mouse_down: to('browser_mouse', { button: 'button' }, { action: 'down' }),
    browser_mouse_up: to('browser_mouse', { button: 'button' }, { action: 'up' }),
    browser_mouse_wheel: to('browser_mouse', { deltaX: 'deltaX', deltaY: 'deltaY' }, { action: 'wheel' }),
    browser_navigate: to('browser_navigate', { url: 'url' }),
    browser_navigate_back: to('browser_back'),
    browser_network_requests: to('browser_network_requests', { static: without(z.boolean()), filter: 'url' }),
    browser_network_request: to('browser_network_request', { index: 'id', part: without(z.string()) }),
    browser_network_state_set: to(
      'browser_set_offline',
      { state: convert(z.enum(['online', 'offline']), (state) => ({ offline: state === 'offline' })) },
      {},
      '; `browser_throttle` for slow networks',
    ),
    browser_pdf_save: to('browser_pdf', { filename: 'path' }),
    browser_start_recording: instead('every session is recorded; [the workspace](workspace.md#recordings) exports it'),
    browser_stop_recording: instead('every session is recorded; [the workspace](workspace.md#recordings) exports it'),
    browser_route: to(
      'browser_route',
      { pattern: 'pattern', status: 'status', body: 'body', contentType: 'contentType' },
      { action: 'mock' },
    ),
    browser_route_list: to('browser_unroute', {}, { list: true }),
    browser_unroute: to('browser_unroute', { pattern: 'pattern' }),
    browser_run_code_unsafe: not(
      'runs code outside of the page, with the rights of the server; `browser_batch` and `browser_evaluate` do what it is used for',
    ),
    browser_take_screenshot: oneOf(['browser_screenshot', 'browser_capture'], pictures, {
      takes: { ...target, type: 'format', filename: 'path', fullPage: 'fullPage', scale },
    }),
    browser_snapshot: to('browser_snapshot', { target: 'selector', depth: 'maxDepth' }),
    browser_click: to('browser_click', {
      ...target,
      doubleClick: flag({ clickCount: 2 }),
      button: 'button',
      modifiers,
    }),
    browser_drag: to('browser_drag', {
      startElement: element,
      startTarget: 'selector',
      endElement: element,
      endTarget: 'to',
    }),
    browser_hover: to('browser_hover', target),
    browser_select_option: to('browser_select', { ...target, values: 'values' }),
    browser_generate_locator: to('browser_query', target, { what: 'locator' }),
    browser_storage_state: to('browser_storage_state', { filename: 'path' }, { action: 'save' }),
    browser_set_storage_state: to('browser_storage_state', { filename: 'path' }, { action: 'load' }),
    browser_tabs: to(
      'browser_tabs',
      { action: 'action', index, tab: 'tab', url: 'url' },
      {},
      ': `tab` in place of `index`, ids such as t2 stay',
    ),
    browser_start_tracing: to('browser_trace', {}, { action: 'start' }, ': a trace for DevTools'),
    browser_stop_tracing: to('browser_trace', {}, { action: 'stop' }),
    browser_verify_element_visible: to(
      'browser_expect',
      {
        role: convert(z.string(), (role, { accessibleName }) => ({ selector: byRole(role, accessibleName) })),
        accessibleName: { schema: z.string(), convert: () => ({}) },
      },
      { visible: true },
    ),
    browser_verify_text_visible: to('browser_expect', { text: 'text' }, { selector: 'body' }),
    browser_verify_list_visible: instead('`browser_expect` with `text` or `count`'),
    browser_verify_value: to('browser_expect', {
      type: without(z.string()),
      element,
      target: 'selector',
      value: convert(z.string(), (value, { type }) =>
        type === 'checkbox' || type === 'radio' ? { checked: value === 'true' } : { value },
      ),
    }),
    browser_start_video: to('browser_video', { filename: 'path' }, { action: 'start' }),
    browser_stop_video: to('browser_video', {}, { action: 'stop' }),
    browser_video_chapter: not('a video shows the page and nothing else; recordings name every step'),
    browser_video_show_actions: not('a video shows the page and nothing else; recordings name every step'),
    browser_video_hide_actions: not('a video shows the page and nothing else; recordings name every step'),
    browser_wait_for: to('browser_wait_for', {
      time: convert(z.number().optional().describe('Seconds'), (time) => ({ time: `${time}s` })),
      text: 'text',
      textGone: 'textGone',
    }),
    ...storage('local'),
    ...storage('session'),
  },
};
