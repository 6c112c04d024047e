import { ChromeEngine } from '@btcp/chrome';
import { type PageServer, servePages } from '@btcp/test-support';
import { aliases, Conversations, callableTools, callTool, catalogue } from '@btcp/tools';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { btcp, MAIN, type RunningServer, serve, TestHome } from './run-btcp.ts';

const home = new TestHome();
const conversations = new Conversations(new ChromeEngine());
const client = new Client({ name: 'test', version: '1.0.0' });
let pages: PageServer;
let server: RunningServer;

beforeAll(async () => {
  pages = await servePages({
    '/': `<title>Form</title><h1>Form</h1><form onsubmit="return false">
      <label>Name <input id="name"></label><label><input type="checkbox" id="news"> News</label>
      <select id="size"><option>Small</option><option>Large</option></select>
      <button type="button" id="more" onclick="this.textContent = 'Less'; console.log({ pressed: true })">More</button>
      <span id="card" draggable="true">Card</span> <span id="box" ondragover="event.preventDefault()"
        ondrop="this.textContent = 'Box with card'">Box</span> <label>Picture <input type="file" id="picture"></label>
      <button type="button" id="ask" onclick="this.value = confirm('Sure?')">Ask</button></form>
      <div style="height: 3000px"></div>`,
    '/next': '<title>Next</title><p>Next page</p>',
  });
  server = await serve(home);
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [MAIN, 'mcp'],
      env: home.environment as Record<string, string>,
    }),
  );
});
afterAll(async () => {
  await Promise.all([client.close(), conversations.closeAll()]);
  await server.stop();
  await pages.close();
  home[Symbol.dispose]();
});

type Data = Record<string, unknown>;
type Call = (name: string, input: object) => Promise<Data>;

const SURFACES: Record<string, Call> = {
  async library(name, input) {
    const conversation = conversations.get('library');
    const { signal } = new AbortController();
    return (await callTool({ tools: callableTools({}), name, input, conversation, signal })).data as Data;
  },
  async MCP(name, input) {
    // Clients that receive progress get the link there, and wait as the others do.
    const called = client.callTool({ name, arguments: input as Data }, { onprogress: () => {} });
    const { structuredContent, isError, content } = await called;
    expect(isError ?? false, JSON.stringify(content)).toBe(false);
    // A model may be shown this: it stands inside a boundary, and says where the browser is.
    const { begin: _begin, end: _end, page: _page, ...data } = structuredContent as Data;
    return data;
  },
  async HTTP(name, input) {
    const { status, body } = await server.post(`/sessions/http/tools/${name}`, input);
    expect(status, JSON.stringify(body)).toBe(200);
    return (body as { data: Data }).data;
  },
  async 'the command'(name, input) {
    const outcome = await btcp(home, ['call', name, JSON.stringify(input), '--session', 'shell', '--json']);
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    return JSON.parse(outcome.stdout).data;
  },
};

// In an order that works on one page; `$file` is the file that the call before has saved.
const task = (): [string, Data][] => [
  ['browser_navigate', { url: pages.origin }],
  ['browser_snapshot', {}],
  ['browser_find', { role: 'button' }],
  ['browser_get_text', { format: 'markdown' }],
  ['browser_get_attribute', { selector: '#ask', attribute: 'type' }],
  ['browser_is_visible', { selector: '#ask' }],
  ['browser_click', { selector: '#more' }],
  ['browser_type', { selector: '#name', text: 'Ada' }],
  ['browser_fill', { selector: '#name', value: 'Grace' }],
  ['browser_fill_form', { fields: [{ selector: '#news', value: 'true' }] }],
  ['browser_select', { selector: '#size', values: ['Large'] }],
  ['browser_hover', { selector: '#ask' }],
  ['browser_press', { key: 'Tab', selector: '#name' }],
  ['browser_drag', { selector: '#card', to: '#box' }],
  ['browser_scroll', { direction: 'down', amount: 100 }],
  ['browser_wait_for', { selector: '#name' }],
  ['browser_wait_for_selector', { selector: '#name' }],
  ['browser_wait', { for: 'navigation' }],
  ['browser_evaluate', { script: 'document.querySelector("#name").value' }],
  ['browser_eval', { expression: '[1, { a: null }]' }],
  ['browser_resize', { width: 800, height: 600 }],
  ['browser_screenshot', { selector: 'h1' }],
  ['browser_take_screenshot', {}],
  ['read_image', { path: '$file' }],
  ['browser_screenshot', { selector: 'h1' }],
  ['browser_upload', { selector: '#picture', paths: ['$file'] }],
  ['browser_request_user', { message: 'Please look.', timeout: '500ms' }],
  ['browser_recent_console_logs', {}],
  ['browser_clear_console_logs', {}],
  ['browser_recent_network_requests', {}],
  ['browser_get_network_sources', {}],
  ['browser_network_requests', { status: '2xx' }],
  ['browser_network_request', { id: 1 }],
  ['browser_clear_network_requests', {}],
  ['browser_get_service_workers', {}],
  ['browser_set_offline', { offline: false }],
  ['browser_check', { selector: '#news' }],
  ['browser_uncheck', { selector: '#news' }],
  ['browser_focus', { selector: '#name' }],
  ['browser_mouse', { action: 'move', x: 5, y: 5 }],
  ['browser_touch', { x: 5, y: 5 }],
  ['browser_key_down', { key: 'Shift' }],
  ['browser_key_up', { key: 'Shift' }],
  ['browser_drop', { selector: '#box', data: { 'text/plain': 'x' } }],
  ['browser_clipboard', { action: 'write', text: 'x' }],
  ['browser_batch', { steps: [{ tool: 'browser_get_text', arguments: { selector: 'h1' } }] }],
  ['browser_query', { selector: '#name', what: 'value' }],
  ['browser_expect', { selector: '#name', visible: true }],
  ['browser_capture', { selector: 'h1' }],
  ['browser_compare', { before: '$file', after: '$file' }],
  ['browser_pdf', {}],
  ['browser_video', { action: 'start' }],
  ['browser_video', { action: 'stop' }],
  ['browser_route', { pattern: '**/ads', action: 'block' }],
  ['browser_unroute', {}],
  ['browser_set_headers', { origin: 'https://example.com' }],
  ['browser_throttle', {}],
  ['browser_har', { action: 'start' }],
  ['browser_har', { action: 'stop' }],
  ['browser_emulate', { colorScheme: 'dark' }],
  ['browser_emulate', { reset: true }],
  ['browser_cookies', { action: 'set', name: 'a', value: 'b' }],
  ['browser_storage', { action: 'set', key: 'a', value: 'b' }],
  ['browser_storage_state', { action: 'save' }],
  ['browser_vitals', {}],
  ['browser_accessibility', {}],
  ['browser_memory', { timeout: '60s' }],
  ['browser_coverage', { action: 'start' }],
  ['browser_coverage', { action: 'stop' }],
  ['browser_trace', { action: 'start' }],
  ['browser_trace', { action: 'stop', timeout: '60s' }],
  ['browser_click', { selector: '#ask' }],
  ['browser_dialog', { accept: true }],
  ['browser_open', { url: `${pages.origin}/next` }],
  ['browser_back', {}],
  ['browser_forward', {}],
  ['browser_reload', {}],
  ['browser_tabs', { action: 'new', url: `${pages.origin}/next` }],
  ['browser_close', {}],
];

// Lighthouse has to be installed, which its own test does.
const isTested = ({ name }: { name: string }) => name !== 'browser_lighthouse';

// One call of each tool; one that only reads, and is not part of the task, as in its example.
function steps(): [string, Data][] {
  const [first = ['', {}], ...rest] = task();
  const named = new Set(task().map(([name]) => name));
  const others = catalogue.filter(isTested).filter(({ name, effect }) => effect === 'read' && !named.has(name));
  return [first, ...others.map(({ name, examples }): [string, Data] => [name, (examples[0] ?? {}) as Data]), ...rest];
}

// What differs from one run to the next: times, and where files are.
const VOLATILE = new Set(['waited', 'elapsed', 'time', 'responseTime', 'duration', 'file', 'path']);

// These measure, so that only the shape of their results is the same.
const MEASURING = new Set([
  'browser_network_requests',
  'browser_network_request',
  'browser_pdf',
  'browser_video',
  'browser_vitals',
  'browser_memory',
  'browser_coverage',
  'browser_trace',
]);

function comparable(value: unknown, key = ''): unknown {
  if (VOLATILE.has(key)) return typeof value;
  // Lines of a log begin with the time of day and end with how long it took.
  if (key === 'text') return String(value).replace(/\d\d:\d\d:\d\d\.\d{3}|\d+ ms/g, 'TIME');
  if (Array.isArray(value)) return value.map((item) => comparable(item));
  if (typeof value !== 'object' || value === null) return value;
  // A link to the live view is given where there is a server.
  const { link: _, ...rest } = value as Data;
  return Object.fromEntries(Object.entries(rest).map(([name, inner]) => [name, comparable(inner, name)]));
}

// The input with the path of a file where it names one.
function withFile(input: Data, file: unknown): Data {
  if ('path' in input) return { ...input, path: file };
  if ('before' in input) return { ...input, before: file, after: file };
  return 'paths' in input ? { ...input, paths: [file] } : input;
}

async function run(call: Call): Promise<[string, unknown][]> {
  const results: [string, unknown][] = [];
  let file: unknown;
  for (const [name, input] of steps()) {
    const data = await call(name, withFile(input, file));
    ({ file } = data);
    results.push([name, MEASURING.has(name) ? Object.keys(data).sort() : comparable(data)]);
  }
  return results;
}

test('there is a step for each tool, under each of its names', () => {
  const called = new Set(steps().map(([name]) => name));
  const tested = [...catalogue, ...aliases].filter(isTested);
  expect(tested.map(({ name }) => name).filter((name) => !called.has(name))).toEqual([]);
});

describe('every tool gives the same data', () => {
  let expected: [string, unknown][];
  beforeAll(async () => {
    expected = await run(SURFACES.library as Call);
  });

  test.each(['MCP', 'HTTP', 'the command'])(
    'through %s as through the library',
    async (surface) => {
      expect(await run(SURFACES[surface] as Call)).toEqual(expected);
    },
    600_000,
  );
});
