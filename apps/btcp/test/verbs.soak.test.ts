import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { LiveClient, type PageServer, servePages } from '@btcp/test-support';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { btcp, MAIN, type RunningServer, serve, TestHome } from './run-btcp.ts';

const home = new TestHome();
let server: RunningServer;
let pages: PageServer;

const run = (...line: string[]) => btcp(home, [...line, '--session', 'verbs']);

beforeAll(async () => {
  pages = await servePages({
    '/': `<title>Shop</title><h1>Shop</h1>
      <label>Search <input id="q" placeholder="Find"></label>
      <select aria-label="Size"><option>Small</option><option>Large</option></select>
      <button data-testid="go" onclick="document.querySelector('#out').textContent = 'Found ' + q.value">Go</button>
      <button>Second</button><label><input type="checkbox" id="news"> News</label>
      <a id="report" href="/report.csv" download>Report</a>
      <input type="file" id="file" aria-label="File"><p id="sure" onclick="confirm('Sure?')">Sure</p><p id="out"></p><p id="late"></p>
      <a href="/next">Next</a>
      <script>addEventListener('dblclick', () => { document.querySelector('#out').textContent = 'Twice'; });
        setTimeout(() => { late.textContent = 'Ready'; }, 100);</script>`,
    '/report.csv': (_, response) => void response.writeHead(200, { 'content-type': 'text/csv' }).end('a,b\n'),
    '/next': '<title>Next</title><button>One</button><button>One</button>',
  });
  server = await serve(home, ['--upload-dir', home.path], {
    BTCP_SECRET_GITHUB: 'canary-of-github',
    BTCP_SECRET_GITHUB_ORIGIN: pages.origin,
  });
});
afterAll(async () => {
  await server.stop();
  await pages.close();
  home[Symbol.dispose]();
});

test('a task in verbs: open, read, fill, click, wait, take a picture', async () => {
  expect(await run('open', pages.origin)).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringContaining('Shop'),
  });
  const { stdout } = await run('snapshot', '-i');
  expect(stdout).toContain('textbox "Search"');
  const { data } = JSON.parse((await run('find', '--role', 'textbox', '--name', 'Search', '--json')).stdout);
  expect((await run('fill', data.matches[0].ref, 'tea')).stdout).toContain('now holds "tea"');
  expect((await run('find', 'role', 'button', 'click', '--name', 'Go')).stdout).toContain('Clicked button "Go"');
  expect(await run('wait', '--text', 'Ready')).toMatchObject({ code: 0 });
  expect((await run('get', 'text', '#out')).stdout).toContain('Found tea');
  expect((await run('is', 'visible', '#late')).stdout).toContain('visible');
  const picture = join(home.path, 'page.png');
  expect((await run('screenshot', picture)).stdout).toBe(`${picture}\n`);
  expect(readFileSync(picture).subarray(1, 4).toString()).toBe('PNG');
});

test('a text comes from standard input or from a file', async () => {
  await run('open', pages.origin);
  const file = join(home.path, 'note.txt');
  writeFileSync(file, 'from a file\n');
  expect((await run('fill', '#q', `@${file}`)).stdout).toContain('from a file');
  const piped = await btcp(home, ['fill', '#q', '-', '--session', 'verbs'], {}, 'from a pipe\n');
  expect(piped.stdout).toContain('now holds "from a pipe"');
});

// Runs lines in one process, and returns those that failed or said something else.
async function unexpected(lines: [string[], string][]): Promise<unknown[]> {
  const input = lines
    .map(([words]) => JSON.stringify(words))
    .join('\n')
    .replaceAll('URL', pages.origin);
  const { stdout } = await btcp(home, ['batch', '--session', 'verbs', '--json'], {}, input);
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(answers).toHaveLength(lines.length);
  return lines
    .map(([words, said], index) => ({ words, said, ...answers[index] }))
    .filter(({ success, text, said }) => !success || !text.includes(said.replace('URL', pages.origin)));
}

// What people type who know agent-browser, on a page with the elements that the lines name.
test('the commands of agent-browser', async () => {
  const lines: [string[], string][] = [
    [['open', 'URL'], 'Shop'],
    [['goto', 'URL'], 'Shop'],
    [['snapshot'], 'heading "Shop"'],
    [['snapshot', '-i', '-c'], 'button "Go"'],
    [['snapshot', '-d', '3'], 'Shop'],
    [['snapshot', '-s', 'select'], 'Size'],
    [['type', '#q', 'x'], 'textbox'],
    [['fill', '#q', 'coffee'], 'now holds "coffee"'],
    [['click', '#q'], 'textbox'],
    [['dblclick', 'h1'], 'Twice'],
    [['hover', 'text=Next'], 'link'],
    [['press', 'Tab'], 'Pressed'],
    [['select', 'select', 'Large'], 'Large'],
    [['scroll', 'down', '100'], 'croll'],
    [['get', 'text', 'h1'], 'Shop'],
    [['get', 'attr', 'text=Next', 'href'], '/next'],
    [['get', 'title'], 'Shop'],
    [['get', 'url'], 'URL'],
    [['is', 'visible', 'h1'], 'visible'],
    [['find', 'text', 'Go', 'click'], 'Found'],
    [['find', 'label', 'Search', 'fill', 'milk'], 'milk'],
    [['find', 'placeholder', 'Find', 'fill', 'salt'], 'salt'],
    [['find', 'testid', 'go', 'click'], 'Found salt'],
    [['wait', '#out'], 'ms'],
    [['wait', '20'], 'ms'],
    [['wait', '--text', 'Shop'], 'ms'],
    [['wait', '--load', 'networkidle'], 'ms'],
    [['wait', '--url', 'URL'], 'ms'],
    [['wait', '--fn', 'document.title === "Shop"'], 'ms'],
    [['eval', 'document.title'], 'Shop'],
    [['console'], ''],
    [['network', 'requests'], 'URL'],
    [['set', 'viewport', '800', '600'], '800'],
    [['tab', 'new', 'URL/next'], 'Next'],
    [['tab'], 't2'],
    [['tab', 'close'], 'Shop'],
    [['reload'], 'Shop'],
    [['back'], ''],
    [['close'], 'Closed'],
  ];
  expect(await unexpected(lines)).toEqual([]);
});

// The commands of agent-browser 0.41; those that take a second word with it.
const AGENT_BROWSER = [
  ...[
    'open',
    'back',
    'forward',
    'reload',
    'pushstate',
    'read',
    'close',
    'connect',
    'click',
    'dblclick',
    'focus',
    'type',
  ],
  ...[
    'fill',
    'press',
    'keydown',
    'keyup',
    'keyboard type',
    'keyboard inserttext',
    'hover',
    'select',
    'check',
    'uncheck',
  ],
  ...['scroll', 'scrollintoview', 'drag', 'upload', 'download', 'tap', 'swipe', 'mouse move', 'mouse down', 'mouse up'],
  ...['mouse wheel', 'snapshot', 'screenshot', 'pdf', 'get text', 'get html', 'get value', 'get attr', 'get title'],
  ...['get url', 'get count', 'get box', 'get styles', 'is visible', 'is enabled', 'is checked', 'find', 'eval'],
  ...['console', 'errors', 'diff snapshot', 'diff screenshot', 'diff url', 'a11y', 'vitals', 'wait', 'tab', 'tab list'],
  ...['tab new', 'tab close', 'window', 'frame', 'dialog accept', 'dialog dismiss', 'dialog status', 'set viewport'],
  ...['set device', 'set geo', 'set offline', 'set headers', 'set credentials', 'set media', 'cookies', 'cookies get'],
  ...['cookies set', 'cookies clear', 'storage local', 'storage session', 'state save', 'state load', 'session'],
  ...['profiles', 'auth', 'network route', 'network unroute', 'network requests', 'network request'],
  ...[
    'network har start',
    'network har stop',
    'record start',
    'record stop',
    'trace start',
    'trace stop',
    'profiler start',
    'profiler stop',
  ],
  ...['react', 'batch', 'confirm', 'deny', 'stream', 'dashboard', 'mcp', 'chat', 'skills', 'webmcp', 'plugin'],
  ...['clipboard read', 'clipboard write', 'clipboard copy', 'clipboard paste', 'install', 'upgrade', 'doctor'],
];

test('every command of agent-browser is one of ours, or an error says what to use', async () => {
  const lines = AGENT_BROWSER.filter((name) => !['batch', 'mcp', 'doctor'].includes(name));
  // A flag that no command has: each line is read, and none runs.
  const asked = lines.map((name) => JSON.stringify([...name.split(' '), '--no-such-flag=1']));
  const { stdout } = await btcp(home, ['batch', '--session', 'verbs', '--json'], {}, asked.join('\n'));
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).error);
  const elsewhere = lines.filter((_, index) => answers[index].message.startsWith('There is no command'));
  expect(lines.filter((name, index) => !elsewhere.includes(name) && !answers[index].message.includes('flag'))).toEqual(
    [],
  );
  expect(elsewhere).toEqual([
    ...['pushstate', 'connect', 'diff url', 'window', 'frame', 'dialog status', 'session', 'profiles', 'auth'],
    ...['react', 'confirm', 'deny', 'stream', 'dashboard', 'chat', 'skills', 'webmcp', 'plugin', 'install', 'upgrade'],
  ]);
  for (const name of elsewhere) expect(answers[lines.indexOf(name)].hint).not.toContain('btcp help');
});

test('verbs of every kind of tool', async () => {
  const file = (name: string) => join(home.path, name);
  const lines: [string[], string][] = [
    [['open', pages.origin], 'Shop'],
    [['check', '#news'], 'now checked'],
    [['is', 'checked', '#news'], '"checked":true'],
    [['uncheck', '#news'], 'checkbox'],
    [['is', 'enabled', '#q'], '"enabled":true'],
    [['focus', '#q'], 'Focused'],
    [['keyboard', 'type', 'sugar'], 'now holds "sugar"'],
    [['get', 'value', '#q'], 'sugar'],
    [['get', 'html', 'h1'], '<h1>Shop</h1>'],
    [['get', 'count', 'option'], '2'],
    [['get', 'box', 'h1'], '"width"'],
    [['get', 'styles', 'h1', 'display'], '"display":"block"'],
    [['expect', '--url', pages.origin], 'Condition met'],
    [['fill-form', '[{"selector":"#q","value":"tea"},{"selector":"select","value":"Large"}]'], 'Large'],
    [['find', 'first', 'label', 'text'], 'Search'],
    [['find', 'nth', '1', 'button', 'click'], 'Clicked button "Second"'],
    [['find', 'last', 'button', 'hover'], 'Second'],
    [['click', 'text=Go'], 'Clicked button "Go"'],
    [['click', 'role=button[name="Second"]'], 'Clicked button "Second"'],
    [['scrollintoview', 'text=Next'], 'croll'],
    [['mouse', 'move', '10', '20'], 'Moved'],
    [['mouse', 'wheel', '10'], 'Scrolled over'],
    [['keydown', 'Shift'], 'key'],
    [['keyup', 'Shift'], 'Released'],
    [['clipboard', 'write', 'from the clipboard'], 'Written'],
    [['clipboard', 'read'], 'from the clipboard'],
    [['download', '#report', file('report.csv')], file('report.csv')],
    [['pdf', file('page.pdf')], file('page.pdf')],
    [['cookies', 'set', 'taste', 'sweet'], 'taste=sweet'],
    [['cookies'], 'taste=sweet'],
    [['cookies', 'clear'], ''],
    [['storage', 'local', 'set', 'size', 'large'], 'size: large'],
    [['storage', 'local', 'size'], 'size: large'],
    [['storage', 'session'], 'session storage'],
    [['state', 'save', file('state.json')], file('state.json')],
    [['network', 'requests', '--filter', 'http'], pages.origin],
    [['network', 'request', '1'], pages.origin],
    [['network', 'route', '**/next', '--abort'], ''],
    [['network', 'routes'], '**/next'],
    [['network', 'unroute'], ''],
    [['har', 'start'], 'Recording'],
    [['reload'], 'Shop'],
    [['har', 'stop', file('page.har')], file('page.har')],
    [['record', 'start'], ''],
    [['record', 'stop', file('page.webm')], file('page.webm')],
    [['trace', 'start'], 'Recording'],
    [['trace', 'stop', file('trace.json')], file('trace.json')],
    [['set', 'device', 'iPhone 15'], 'iPhone 15'],
    [['set', 'geo', '48.1', '11.5'], '48.1'],
    [['set', 'media', 'dark'], 'dark'],
    [['set', 'headers', '{"x-shop":"1"}'], 'x-shop'],
    [['set', 'offline', 'on'], 'offline'],
    [['set', 'offline', 'off'], 'online'],
    [['diff', 'snapshot'], ''],
    [['a11y'], 'lang'],
    [['vitals'], ''],
    [['read'], '# Shop'],
    [['tab', 't1'], 't1'],
    [['close'], 'Closed'],
  ];
  expect(await unexpected(lines)).toEqual([]);
  expect(readFileSync(file('report.csv'), 'utf8')).toBe('a,b\n');
  expect(readFileSync(file('page.pdf')).subarray(0, 4).toString()).toBe('%PDF');
  expect(statSync(file('state.json')).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file('page.har'), 'utf8')).log.entries.length).toBeGreaterThan(0);
});

test('exit codes and JSON distinguish failures', async () => {
  await run('open', `${pages.origin}/next`);
  expect((await run('click', '#none')).code).toBe(1);
  expect(await run('clik', '@e1')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Did you mean btcp click?'),
  });
  expect(await run('fill', '@e1')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('btcp fill SELECTOR VALUE'),
  });
  expect(await run('click', '@e1', '--buton', 'left')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Did you mean --button?'),
  });
  expect((await run('wait', '--text', 'Never', '--timeout', '100')).code).toBe(4);
  expect((await btcp(home, ['snapshot', '--url', 'http://127.0.0.1:1'])).code).toBe(3);
  const ambiguous = await run('find', 'role', 'button', 'click', '--name', 'One', '--json');
  expect(ambiguous).toMatchObject({ code: 1, stderr: '' });
  expect(JSON.parse(ambiguous.stdout)).toMatchObject({ success: false, error: { code: 'ambiguous' } });
  expect(JSON.parse((await run('eval', '1 + 1', '--json')).stdout)).toMatchObject({
    success: true,
    data: { value: '2' },
  });
  expect(await run('eval', '1 + 1', '--quiet')).toEqual({ code: 0, stdout: '', stderr: '' });
});

test('commands of one project share a session, and those of another have their own', async () => {
  const one = await btcp(home, ['eval', 'globalThis.mark = 1'], { BTCP_SESSION: '' });
  expect(one.code).toBe(0);
  const { stdout } = await btcp(home, ['sessions', '--json']);
  const { here, sessions } = JSON.parse(stdout);
  expect(sessions).toContainEqual(expect.objectContaining({ id: here, caller: { kind: 'command', name: 'btcp' } }));
  expect((await btcp(home, ['eval', 'globalThis.mark'])).stdout).toContain('1');
  expect((await btcp(home, ['eval', 'typeof globalThis.mark', '--session', 'other'])).stdout).toContain('undefined');
});

test('a batch answers each line as it comes', async () => {
  const lines = [`open ${pages.origin}`, '# a comment', '["fill", "#q", "two words"]', 'get text "h1"', 'fly away'];
  const { code, stdout, stderr } = await btcp(home, ['batch', '--session', 'verbs'], {}, lines.join('\n'));
  expect(code).toBe(2);
  expect(stdout).toContain('Shop');
  expect(stdout).toContain('two words');
  expect(stderr).toContain('There is no command "fly".');
  const stopped = await btcp(home, ['batch', '--bail', '--json'], {}, 'fly\nopen about:blank');
  expect(stopped.stdout.trim().split('\n')).toHaveLength(1);
});

test('the prompt runs what is typed, and remembers it', async () => {
  const { code, stdout } = await btcp(home, ['repl', '--session', 'verbs'], {}, 'eval "40 + 2"\nexit\n');
  expect(code).toBe(0);
  expect(stdout).toContain('42');
  expect(readFileSync(join(home.path, 'state', 'history'), 'utf8')).toContain('eval "40 + 2"');
});

// Each command that the skill names, as it is run here.
const TAUGHT: Record<string, string[]> = {
  'open URL': ['open', 'URL'],
  snapshot: ['snapshot'],
  'find [TEXT]': ['find', 'Go'],
  'get text [SELECTOR]': ['get', 'text', 'h1'],
  'click SELECTOR': ['click', 'text=Go'],
  'fill SELECTOR VALUE': ['fill', '#q', 'tea'],
  'type SELECTOR TEXT': ['type', '#q', 'milk'],
  'select SELECTOR VALUES...': ['select', 'select', 'Large'],
  'press KEY [SELECTOR]': ['press', 'Tab'],
  'scroll [DIRECTION] [AMOUNT]': ['scroll', 'down', '10'],
  'wait [FOR]': ['wait', '10'],
  'upload SELECTOR PATHS...': ['upload', '#file', 'HOME/report.txt'],
  'screenshot [FILE]': ['screenshot', 'HOME/skill.png'],
  'eval SCRIPT': ['eval', '1 + 1'],
  'tab [TAB]': ['tab'],
  'type @e4 secret:github': ['type', '#q', 'secret:github'],
  'screenshot page.png': ['screenshot', 'HOME/page.png'],
  'upload @e5 report.pdf': ['upload', '#file', 'HOME/report.txt'],
  // Opens the dialog that the next one accepts.
  'click @e1': ['click', '#sure'],
  'dialog accept [TEXT]': ['dialog', 'accept'],
  back: ['back'],
  'ask MESSAGE': ['ask', 'Look.', '--no-wait'],
  'ask "Please sign in." --purpose login': ['ask', 'Please sign in.', '--purpose', 'login', '--no-wait'],
  close: ['close'],
};
const NO_VERBS = ['', 'help', 'COMMAND --help', 'batch', 'show'];

test('the skill has at most 1,200 tokens, and every command in it runs', async () => {
  const { stdout } = await btcp(home, ['install-skill', join(home.path, 'skills'), '--json']);
  const text = readFileSync(JSON.parse(stdout).skill, 'utf8');
  expect(encode(text).length).toBeLessThanOrEqual(1_200);
  const named = [...text.matchAll(/(?:^|`)btcp\b ?([^`#\n]*)/gm)].map(([, line = '']) => line.trim());
  expect(named.filter((line) => !(line in TAUGHT) && !NO_VERBS.includes(line))).toEqual([]);
  writeFileSync(join(home.path, 'report.txt'), 'report');
  const lines = Object.values(TAUGHT).map((words) =>
    JSON.stringify(words.map((word) => word.replace('URL', pages.origin).replace('HOME', home.path))),
  );
  const run = await btcp(home, ['batch', '--session', 'skill', '--json'], {}, lines.join('\n'));
  const answers = run.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(answers.filter(({ success }) => !success)).toEqual([]);
  expect(answers).toHaveLength(lines.length);
});

test('a command is refused while a person drives, with an exit code of its own', async () => {
  await btcp(home, ['open', pages.origin, '--session', 'driven']);
  const stream = `${server.url.replace('http', 'ws')}/browser/stream?sessionId=driven`;
  const viewer = await LiveClient.plain(stream, { authorization: `Bearer ${server.token}` });
  viewer.send({ type: 'take_control', isPrivate: false });
  await vi.waitFor(
    async () =>
      expect(await btcp(home, ['click', 'text=Go', '--session', 'driven'])).toMatchObject({ code: 5, stdout: '' }),
    20_000,
  );
  await viewer.close();
});

test('text is coloured for a terminal, and plain in a pipe, with NO_COLOR and as JSON', async () => {
  await run('open', pages.origin);
  const find = ['find', 'Go', '--session', 'verbs'];
  const ESCAPE = '\u001b[';
  const coloured = await btcp(home, find, { FORCE_COLOR: '1', NO_COLOR: '' });
  expect(coloured.stdout).toContain(`${ESCAPE}36m@`);
  const wrong = await btcp(home, ['clik', '@e1'], { FORCE_COLOR: '1', NO_COLOR: '' });
  expect(wrong.stderr).toContain('\u001b[31mThere is no command "clik".\u001b[0m\n');
  for (const [line, environment] of [
    [find, { FORCE_COLOR: '', NO_COLOR: '' }],
    [find, { FORCE_COLOR: '1', NO_COLOR: '1' }],
    [[...find, '--json'], { FORCE_COLOR: '1', NO_COLOR: '' }],
  ] as const) {
    const { code, stdout } = await btcp(home, [...line], environment);
    expect([code, stdout.includes(ESCAPE)]).toEqual([0, false]);
  }
});

test('a state is loaded from a file of the caller, whichever way the command reaches its server', async () => {
  await run('open', pages.origin);
  await run('cookies', 'set', 'taste', 'sweet');
  const file = join(home.path, 'kept.json');
  await run('state', 'save', file);
  const named = ['--url', server.url, `--token=${server.token}`];
  for (const [place, flags] of Object.entries({ socket: [], url: named })) {
    await run('cookies', 'clear');
    const { code, stdout } = await run('state', 'load', file, '--json', ...flags);
    expect({ code, ...JSON.parse(stdout) }, place).toMatchObject({ code: 0, success: true, data: { path: file } });
    expect((await run('cookies')).stdout, place).toContain('taste=sweet');
  }
  const missing = await run('state', 'load', join(home.path, 'none.json'));
  expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('none.json cannot be read') });
});

// It gives a command a terminal.
const SCRIPT = '/usr/bin/script';

// Runs a command as a person sees it.
function inTerminal(line: string, environment = home.environment) {
  const command = `'${process.execPath}' '${MAIN}' ${line}`;
  const child = spawn(SCRIPT, ['-qec', command, '/dev/null'], { env: environment });
  let shown = '';
  child.stdout.on('data', (text) => (shown += text));
  return { child, ended: once(child, 'close'), shown: () => shown };
}

test('the download of a browser is shown to the command that waits for it', async () => {
  using own = new TestHome();
  // Sends a part, and never the rest.
  const downloads = createServer(({ method }, response) => {
    response.writeHead(200, { 'content-length': 50_000_000 });
    if (method === 'HEAD') response.end();
    else response.write(Buffer.alloc(1_000_000));
  }).listen(0, '127.0.0.1');
  await once(downloads, 'listening');
  const { BTCP_CHROME: _chrome, ...environment } = own.environment;
  const { child, ended, shown } = inTerminal('open about:blank', {
    ...environment,
    // Nothing is installed, and nothing was downloaded before.
    PATH: join(own.path, 'bin'),
    BTCP_CACHE: join(own.path, 'cache'),
    BTCP_CHROME_DOWNLOADS: `http://127.0.0.1:${(downloads.address() as AddressInfo).port}`,
    BTCP_CHROME_SHA256: 'any',
  });
  try {
    await vi.waitFor(() => expect(shown()).toMatch(/Downloading Chrome for Testing [\d.]+: 0 % of 50 MB \(/), 30_000);
  } finally {
    const { pid } = JSON.parse(readFileSync(join(own.path, 'state', 'server.json'), 'utf8'));
    process.kill(pid, 'SIGKILL');
    await ended;
    expect(child.exitCode).toBe(1);
    downloads.close().closeAllConnections();
  }
});

test('long work is shown on a terminal while it lasts, and never with --json or --quiet', async () => {
  await run('open', pages.origin);
  const [plain, json, quiet] = ['', '--json', '--quiet'].map((flags) =>
    inTerminal(`wait --text Released --timeout 2m --session verbs ${flags}`),
  );
  await vi.waitFor(() => expect(plain?.shown()).toMatch(/Working \(\d+ s\)/), 20_000);
  await run('eval', "document.querySelector('#out').textContent = 'Released'; 1");
  await Promise.all([plain, json, quiet].map((each) => each?.ended));
  // The line is removed before the answer.
  const REMOVED = '\r\u001b[K';
  const [answer = '', line = ''] = plain?.shown().split(REMOVED).reverse() ?? [];
  expect(line).toMatch(/^Working \(\d+ s\)$/);
  expect(answer).toContain('Page: ');
  expect(JSON.parse(json?.shown() ?? '')).toMatchObject({ success: true });
  expect(quiet?.shown()).toBe('');
});

test('a server that a command has started outlives the command', async () => {
  using own = new TestHome();
  const opened = await btcp(own, ['open', 'about:blank']);
  expect(opened).toMatchObject({ code: 0, stderr: expect.stringContaining('Started a server') });
  expect(await btcp(own, ['eval', '6 * 7'])).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringContaining('42'),
  });
  expect(await btcp(own, ['get', 'count', 'body'])).toMatchObject({ code: 0, stderr: '' });
  const { pid } = JSON.parse(readFileSync(join(own.path, 'state', 'server.json'), 'utf8'));
  process.kill(pid, 'SIGTERM');
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(), 20_000);
});
