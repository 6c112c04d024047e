import { z } from 'zod';
import { convert, flag, instead, not, oneOf, type PeerTable, to, untranslated, without } from './translation.js';

const includeSnapshot = without(z.boolean());
const uid = { uid: 'selector', includeSnapshot };
const DOUBLE = flag({ clickCount: 2 });

/** `pageId` 2 is the tab t2; every call but those about tabs is made in it. */
export const PAGE_ID = 'pageId';
const tab = { [PAGE_ID]: convert(z.number().int(), (id) => ({ tab: `t${id}` })) };

const PRESETS = {
  Offline: 'offline',
  'Slow 3G': 'slow-3g',
  'Fast 3G': 'fast-3g',
  'Slow 4G': 'slow-4g',
  'Fast 4G': 'fast-4g',
};
const networkConditions = convert(z.enum(Object.keys(PRESETS) as (keyof typeof PRESETS)[]).optional(), (name) => ({
  preset: name === undefined ? 'none' : PRESETS[name],
}));
const HEAP = instead('`browser_memory`: counts by class and their growth; no texts of the page leave it');
const EXTENSIONS = not('extensions can read every page; a browser for agents has none');
const PROGRAMS = not('installs programs on the machine of the server');

const TRAVEL = { url: 'browser_navigate', back: 'browser_back', forward: 'browser_forward', reload: 'browser_reload' };
const pictures = ({ format, quality, filePath }: Record<string, unknown>) =>
  format === undefined && quality === undefined && filePath === undefined ? 'browser_screenshot' : 'browser_capture';

export const chromeDevtoolsMcp: PeerTable = {
  listed: [
    'click',
    'close_page',
    'drag',
    'emulate',
    'evaluate_script',
    'fill',
    'fill_form',
    'get_css_styles',
    'get_network_request',
    'handle_dialog',
    'hover',
    'list_console_messages',
    'list_network_requests',
    'list_pages',
    'navigate_page',
    'new_page',
    'performance_start_trace',
    'performance_stop_trace',
    'press_key',
    'resize_page',
    'screencast_start',
    'screencast_stop',
    'select_page',
    'take_heapsnapshot',
    'take_screenshot',
    'take_snapshot',
    'type_text',
    'upload_file',
    'wait_for',
  ],
  answers: {
    analyze_heapsnapshot_contexts: HEAP,
    click: to('browser_click', { ...uid, dblClick: DOUBLE }),
    click_at: to('browser_mouse', { x: 'x', y: 'y', dblClick: DOUBLE, includeSnapshot }, { action: 'click' }),
    close_heapsnapshot: HEAP,
    close_page: to('browser_tabs', tab, { action: 'close' }),
    compare_heapsnapshots: HEAP,
    drag: to('browser_drag', { from_uid: 'selector', to_uid: 'to', includeSnapshot }),
    emulate: oneOf(
      ['browser_emulate', 'browser_throttle'],
      ({ networkConditions }) => (networkConditions === undefined ? 'browser_emulate' : 'browser_throttle'),
      {
        takes: {
          networkConditions,
          cpuThrottlingRate: 'cpuSlowdown',
          userAgent: 'userAgent',
          colorScheme: 'colorScheme',
          geolocation: convert(z.string().optional(), (place = '') => {
            const [latitude, longitude] = place.split(/[x,]/).map(Number);
            return { latitude, longitude };
          }),
          viewport: convert(z.string().optional(), (size = '') => {
            const [width, height, pixelRatio] = size.split(/[x,]/).map(Number);
            return { width, height, ...(pixelRatio ? { pixelRatio } : {}) };
          }),
        },
        note: ', `browser_set_headers`; one kind in a call',
      },
    ),
    evaluate_script: to('browser_evaluate', { function: 'script' }),
    execute_3p_developer_tool: instead('`page_tool_call`'),
    execute_webmcp_tool: instead('`page_tool_call`'),
    fill: to('browser_fill', { ...uid, value: 'value' }),
    fill_form: to('browser_fill_form', {
      elements: convert(z.array(z.strictObject({ uid: z.string(), value: z.string() })), (elements) => ({
        fields: elements.map(({ uid, value }) => ({ selector: uid, value })),
      })),
      includeSnapshot,
    }),
    get_console_message: instead('`browser_recent_console_logs`: every entry is whole, stacks by source maps'),
    get_css_styles: to('browser_query', { uid: 'selector' }, { what: 'rules' }),
    get_heapsnapshot_class_nodes: HEAP,
    get_heapsnapshot_details: HEAP,
    get_heapsnapshot_dominators: HEAP,
    get_heapsnapshot_duplicate_strings: HEAP,
    get_heapsnapshot_edges: HEAP,
    get_heapsnapshot_object_details: HEAP,
    get_heapsnapshot_retainers: HEAP,
    get_heapsnapshot_retaining_paths: HEAP,
    get_heapsnapshot_summary: HEAP,
    get_network_request: to('browser_network_request', { reqid: 'id' }),
    get_os_app_state: PROGRAMS,
    handle_dialog: to('browser_dialog', {
      action: convert(z.enum(['accept', 'dismiss']), (action) => ({ accept: action === 'accept' })),
      promptText: 'text',
    }),
    hover: to('browser_hover', uid),
    install_extension: EXTENSIONS,
    install_pwa: PROGRAMS,
    launch_pwa: PROGRAMS,
    lighthouse_audit: to('browser_lighthouse', {
      device: 'device',
      mode: convert(z.enum(['navigation', 'snapshot']).optional(), (mode) => {
        if (mode !== 'snapshot') return {};
        throw untranslated('browser_lighthouse', 'the mode snapshot', 'Use navigation, or browser_accessibility.');
      }),
      outputDirPath: without(z.string()),
    }),
    list_3p_developer_tools: instead('`page_tools_list`'),
    list_console_messages: to('browser_recent_console_logs', { pageSize: 'limit' }),
    list_extensions: EXTENSIONS,
    list_network_requests: to('browser_network_requests', { pageSize: 'limit', resourceTypes: 'types' }),
    list_pages: to('browser_tabs', {}, { action: 'list' }),
    list_webmcp_tools: instead('`page_tools_list`'),
    navigate_page: oneOf(
      ['browser_navigate', 'browser_back', 'browser_forward', 'browser_reload'],
      ({ type = 'url' }) => TRAVEL[type as keyof typeof TRAVEL],
      {
        takes: {
          type: without(z.enum(['url', 'back', 'forward', 'reload'])),
          url: convert(z.string().optional(), (url) => ({ url })),
          timeout: 'timeout',
        },
      },
    ),
    new_page: to('browser_tabs', { url: 'url', timeout: 'timeout' }, { action: 'new' }),
    performance_analyze_insight: instead('`browser_trace`, which reports the insights when it stops'),
    performance_start_trace: to('browser_trace', { filePath: 'path' }, { action: 'start' }),
    performance_stop_trace: to('browser_trace', { filePath: 'path' }, { action: 'stop' }),
    press_key: to('browser_press', { key: 'key', includeSnapshot }),
    query_heapsnapshot_objects: HEAP,
    reload_extension: EXTENSIONS,
    resize_page: to('browser_resize', { width: 'width', height: 'height' }),
    screencast_start: to('browser_video', { filePath: 'path' }, { action: 'start' }),
    screencast_stop: to('browser_video', {}, { action: 'stop' }),
    select_page: to('browser_tabs', { ...tab, bringToFront: without(z.boolean()) }, { action: 'select' }),
    take_heapsnapshot: to(
      'browser_memory',
      { filePath: without(z.string()) },
      {},
      ': counts by class and their growth',
    ),
    take_screenshot: oneOf(['browser_screenshot', 'browser_capture'], pictures, {
      takes: { uid: 'selector', fullPage: 'fullPage', format: 'format', quality: 'quality', filePath: 'path' },
    }),
    take_snapshot: to('browser_snapshot', { verbose: without(z.boolean()) }),
    trigger_extension_action: EXTENSIONS,
    type_text: to(
      'browser_type',
      { text: 'text', submitKey: convert(z.literal('Enter').optional(), (key) => (key ? { submit: true } : {})) },
      { selector: ':focus' },
    ),
    uninstall_extension: EXTENSIONS,
    uninstall_pwa: PROGRAMS,
    upload_file: to('browser_upload', { ...uid, filePaths: 'paths' }),
    wait_for: to('browser_wait_for', {
      text: convert(z.array(z.string()).min(1), ([text, ...others]) => {
        if (others.length === 0) return { text };
        throw untranslated('browser_wait_for', 'several texts', 'Wait for one text, or for a selector or a function.');
      }),
      timeout: 'timeout',
    }),
  },
};
