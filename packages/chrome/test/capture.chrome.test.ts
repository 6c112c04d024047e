import { readFileSync } from 'node:fs';
import { type PageServer, parted, servePages, startEcho } from '@btcp/test-support';
import { callTool, chooseTools } from '@btcp/tools';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freshBrowser } from './fresh-browser.ts';

const { call, current } = freshBrowser();
let pages: PageServer;

const script = (text: string) => (_: unknown, response: import('node:http').ServerResponse) =>
  response.setHeader('content-type', 'text/javascript').end(text);

beforeAll(async () => {
  pages = await servePages({
    '/': '<title>Home</title>',
    '/log': `<script>
      console.log('first');
      console.warn('careful', 1, true, null, undefined, 10n, NaN);
      console.error(new Error('logged'));
      console.log({ userId: 123, status: 'active' }, [1, 2, 'x']);
      console.log('%s has %d, %cstyled', 'Ada', 3, 'color: red', 'more');
      setTimeout(() => { throw new TypeError('uncaught'); });
    </script>`,
    '/ways': `<script>
      for (const way of ['log', 'info', 'debug', 'warn', 'error', 'dir', 'table', 'trace', 'group', 'groupCollapsed']) console[way]('by ' + way);
      console.assert(false, 'by assert');
      console.count('by count');
    </script>`,
    '/values': `<script>
      const cycle = { name: 'loop' }; cycle.self = cycle;
      console.log(cycle);
      console.log(new Map([['a', { b: [1] }]]), new Set([1]), new (class Point { x = 1 })());
      console.log({ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: { h: { i: { j: 'deep' } } } });
      console.log({ get danger() { document.title = 'touched'; return 1; } });
      console.log(document.createElement('button'), () => 1, Symbol('s'), new Uint8Array([1, 2]));
      console.log(Array.from({ length: 3000 }, (_, i) => i));
    </script>`,
    '/long': '<script>console.log("x".repeat(3000)); console.log("y".repeat(3000), { tail: "z".repeat(600) })</script>',
    '/flood': '<script>for (let i = 0; i < 5000; i++) console.log("line " + i)</script>',
    '/worker': '<script>new Worker("/worker.js").onmessage = () => console.log("page done")</script>',
    '/worker.js': script('console.log("from the worker", { in: "worker" }); postMessage(1)'),
    '/service':
      '<script>navigator.serviceWorker.register("/service.js").then(() => navigator.serviceWorker.ready).then(() => console.log("ready"))</script>',
    '/service.js': script(`console.log('installing');
      self.addEventListener('activate', (event) => event.waitUntil(clients.claim()));
      self.addEventListener('fetch', (event) => {
        if (event.request.url.endsWith('/made-up')) event.respondWith(new Response('made up', { headers: { 'content-type': 'text/plain' } }));
      });`),
    '/requests': `<script>
      (async () => {
        await fetch('/data').then((response) => response.text());
        await fetch('/missing').catch(() => {});
        await fetch('/redirect').catch(() => {});
        await fetch('http://127.0.0.1:1024/').catch(() => {});
        await fetch('/cut').catch(() => {});
        document.title = 'done';
      })();
    </script>`,
    '/broken': `<link rel="stylesheet" href="/gone.css"><script src="/gone.js"></script><script>
      new Worker('/gone-worker.js').onerror = () => {
        const late = new XMLHttpRequest();
        late.open('GET', '/never');
        late.timeout = 50;
        late.ontimeout = () => (document.title = 'done');
        late.send();
      };
    </script>`,
    '/never': () => {},
    '/workers': `<script>
      const worker = new Worker('/asking-own.js');
      worker.onmessage = () => {
        globalThis.shared = new SharedWorker('/asking-shared.js');
        fetch('/data?by=page').then(() => (document.title = 'done'));
      };
    </script>`,
    '/asking-own.js': script("fetch('/data?by=own').then(() => postMessage(1))"),
    // Chrome lets a shared worker run before anybody can listen to it; asked too often, the other requests leave the list.
    '/asking-shared.js': script("const ask = () => fetch('/data?by=shared'); ask(); setInterval(ask, 1_000)"),
    '/late-worker': `<script>
      fetch('/kept.js').then((response) => response.text()).then(() => {
        globalThis.shared = Array.from({ length: 10 }, (_, i) => new SharedWorker('/kept.js', { name: 'w' + i }));
      });
    </script>`,
    '/kept.js': (_, response) =>
      response.setHeader('content-type', 'text/javascript').setHeader('cache-control', 'max-age=100').end('1'),
    '/answering': `<script>
      new SharedWorker('/answering.js').port.onmessage = () => (document.title = 'done');
    </script>`,
    '/answering.js': script("console.log('started'); onconnect = ({ ports: [port] }) => port.postMessage(1)"),
    '/many': `<script>
      Promise.all(Array.from({ length: 120 }, (_, i) => fetch('/data?n=' + i))).then(() => (document.title = 'done'));
    </script>`,
    '/long-address': '<script>fetch("/data?" + "q".repeat(300)).then(() => (document.title = "done"))</script>',
    '/data': (_, response) =>
      response.setHeader('content-type', 'application/json').setHeader('cache-control', 'max-age=100').end('{"ok":1}'),
    '/redirect': (_, response) => response.writeHead(302, { location: '/data?again' }).end(),
    '/data?again': '{}',
    '/cut': (request) => request.socket.destroy(),
  });
});
afterAll(() => pages.close());

const open = (path: string) => call('browser_navigate', { url: new URL(path, pages.origin).href });

interface LogOutput {
  text: string;
  count: number;
  total: number;
  entries: { url: string; time: number; responseTime?: number; duration?: number; failure?: string }[];
  dropped: number;
  file: string | null;
}
const logs = async (input = {}) => (await call('browser_recent_console_logs', input)).data as LogOutput;
const requests = async (input = {}) => (await call('browser_recent_network_requests', input)).data as LogOutput;

// The messages alone, without time and place.
const messages = ({ text }: LogOutput) =>
  text.split('\n').flatMap((line) => /\d \[(\w+)\] \((.+?)\) (.*?)(?: @ .*)?$/.exec(line)?.[3] ?? []);

describe('REQ-BT-004: the console', () => {
  test('browser_recent_console_logs has what was printed, newest first, uncaught errors in their place', async () => {
    await open('/log');
    await vi.waitFor(async () => expect((await logs()).count).toBe(6));
    const output = await logs();
    expect(messages(output)).toEqual([
      expect.stringContaining('TypeError: uncaught'),
      'Ada has 3, styled more',
      "{userId: 123, status: 'active'} [1, 2, 'x']",
      expect.stringContaining('Error: logged'),
      'careful 1 true null undefined 10n NaN',
      'first',
    ]);
    expect(output.text).toMatch(/^\d\d:\d\d:\d\d\.\d{3} \[error\] \(page\) TypeError: uncaught/);
    expect(output.text).toContain(`@ ${pages.origin}/log:`);
  });

  test('hears every way to print', async () => {
    await open('/ways');
    await vi.waitFor(async () => expect((await logs()).count).toBe(12));
    const { text } = await logs();
    const heard = [...text.matchAll(/\[(\w+)\] \(page\) (.*?) @ /g)].map(([, type, message]) => `${type}: ${message}`);
    expect(heard.reverse()).toEqual([
      'log: by log',
      'info: by info',
      'debug: by debug',
      'warning: by warn',
      'error: by error',
      'dir: by dir',
      'table: by table',
      'trace: by trace',
      'startGroup: by group',
      'startGroupCollapsed: by groupCollapsed',
      'assert: by assert',
      'count: by count: 1',
    ]);
  });

  test('a limit gives the newest, and the log is kept over navigations', async () => {
    await open('/log');
    await vi.waitFor(async () => expect((await logs()).count).toBe(6));
    await open('/');
    expect((await logs()).count).toBe(6);
    expect(messages(await logs({ limit: 2 }))).toHaveLength(2);
    expect((await logs({ limit: 1 })).text).toContain('uncaught');
  });

  test('browser_clear_console_logs discards all and says how many', async () => {
    await open('/log');
    await vi.waitFor(async () => expect((await logs()).count).toBe(6));
    expect((await call('browser_clear_console_logs')).text).toContain('Cleared 6 console log entries.');
    expect((await logs()).text).toBe('The console is empty.');
  });

  test('a flood is held to a limit, and what was dropped is counted', async () => {
    await open('/flood');
    await vi.waitFor(async () => expect((await logs()).dropped).toBe(3000));
    expect((await logs()).count).toBe(100);
    const { file } = await logs({ limit: 10_000 });
    const lines = parted(readFileSync(file ?? '', 'utf8')).inside.split('\n');
    expect(lines).toHaveLength(2000);
    expect(lines[0]).toContain('line 4999');
  });
});

describe('REQ-BT-014: values', () => {
  test('are shown as they are written, whole, with … where they are cut, and without touching the page', async () => {
    await open('/values');
    await vi.waitFor(async () => expect((await logs()).count).toBe(6));
    const output = await logs();
    const shown = messages({
      ...output,
      text: output.file ? parted(readFileSync(output.file, 'utf8')).inside : output.text,
    }).reverse();
    expect(shown.slice(0, 5)).toEqual([
      "{name: 'loop', self: [Circular]}",
      "Map(1) {'a' => {b: [1]}} Set(1) {1} Point {x: 1}",
      "{a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: {h: {i: {j: 'deep'}}}}",
      '{danger: (…)}',
      '<button> ƒ () Symbol(s) Uint8Array [1, 2]',
    ]);
    expect(shown[5]).toMatch(/^\[0, 1, 2, .*, 999, …\]$/);
    expect((await call('browser_tabs')).page?.title).not.toBe('touched');
  });
});

describe('REQ-BT-015: long logs', () => {
  test('over 4,096 bytes go to a file that has every entry whole; under that, an entry is cut with …', async () => {
    await open('/long');
    await vi.waitFor(async () => expect((await logs()).count).toBe(2));
    const both = await logs();
    expect(both.text).toContain(`is in ${both.file}`);
    const whole = readFileSync(both.file ?? '', 'utf8');
    expect(whole).toContain('x'.repeat(3000));
    expect(whole).toContain('z'.repeat(600));
    await call('browser_clear_console_logs');
    await call('browser_navigate', { url: `data:text/html,<script>console.log("a".repeat(3000))</script>` });
    await vi.waitFor(async () => expect((await logs()).count).toBe(1));
    expect(await logs()).toMatchObject({ file: null, text: expect.stringMatching(/a{500}…/) });
  });
});

describe('the developer set, for clients of the tool design', () => {
  const developer = chooseTools({ set: 'developer' });
  const ask = async (name: string, input: object) => {
    const { text, data } = await callTool({
      tools: developer,
      name,
      input,
      conversation: current(),
      signal: AbortSignal.timeout(60_000),
    });
    return { data: data as LogOutput, first: text.split('\n')[0], said: parted(text).inside };
  };

  test('browser_navigate and browser_resize answer "done"', async () => {
    expect((await ask('browser_navigate', { url: pages.origin })).first).toBe('done');
    expect((await ask('browser_resize', { width: 400, height: 300 })).first).toBe('done');
    expect((await call('browser_resize', { width: 500, height: 300 })).text).toContain('Resized to 500 × 300.');
  });

  test('browser_recent_console_logs is a JSON array of type, args and timestamp, and so is its file', async () => {
    expect((await ask('browser_recent_console_logs', {})).said).toMatch(/^\[\]/);
    await open('/log');
    await vi.waitFor(async () => expect((await logs()).count).toBe(6));
    const array = (said: string) => JSON.parse(said.replace(/\nPage: .*$/s, ''));
    const entries = array((await ask('browser_recent_console_logs', { limit: 5 })).said.replace(/\n\(.*$/s, ''));
    expect(entries.slice(-4)).toEqual([
      { type: 'log', args: ['%s has %d, %cstyled', 'Ada', '3', 'color: red', 'more'], timestamp: expect.any(Number) },
      { type: 'log', args: ["{userId: 123, status: 'active'}", "[1, 2, 'x']"], timestamp: expect.any(Number) },
      { type: 'error', args: [expect.stringContaining('Error: logged')], timestamp: expect.any(Number) },
      {
        type: 'warning',
        args: ['careful', '1', 'true', 'null', 'undefined', '10n', 'NaN'],
        timestamp: expect.any(Number),
      },
    ]);
    await open('/long');
    await vi.waitFor(async () => expect((await logs()).count).toBe(8));
    const { file } = (await ask('browser_recent_console_logs', { limit: 2 })).data;
    const { value: kept } = JSON.parse(readFileSync(file ?? '', 'utf8'));
    expect(kept).toHaveLength(8);
    expect(kept[1].args).toEqual(['x'.repeat(3000)]);
  });
});

describe('REQ-BT-023: workers', () => {
  test('a worker is heard from its first line, and distinguished from the page', async () => {
    await open('/worker');
    await vi.waitFor(async () => expect((await logs()).count).toBe(2));
    expect((await logs()).text).toMatch(/\(page\) page done[\s\S]*\(worker\) from the worker \{in: 'worker'\}/);
  });

  test.each(['in one session', 'in another session of the same Chrome'])(
    'a shared worker runs again after the last page that had it is gone, %s',
    async () => {
      for (const round of [1, 2, 3]) {
        await open('/answering');
        await vi.waitFor(async () => expect((await call('browser_tabs')).page?.title).toBe('done'));
        await vi.waitFor(async () => expect((await logs()).count).toBe(round));
        await open('/');
      }
      expect((await logs()).text.match(/\(worker\) started/g)).toHaveLength(3);
    },
  );

  test('a service worker is heard, and distinguished', async () => {
    await open('/service');
    // Page and worker are heard over connections of their own: neither is first.
    await vi.waitFor(async () => {
      const { text } = await logs();
      expect(text).toContain('(page) ready');
      expect(text).toContain('(service worker) installing');
    });
  });
});

describe('REQ-BT-024: the network', () => {
  test('browser_recent_network_requests has status, type, timing and the reason of failures', async () => {
    await open('/requests');
    await vi.waitFor(async () => expect((await call('browser_tabs')).page?.title).toBe('done'));
    const { text, count } = await requests();
    const line = (part: string) => text.split('\n').find((candidate) => candidate.includes(part));
    expect(count).toBe(7);
    expect(line('GET') && text.split('\n')[0]).toContain('/cut');
    expect(line('/data =>')).toMatch(
      /=> 200 \(fetch, application\/json, from network, answer after \d+ ms, done after \d+ ms, \d+ bytes\)/,
    );
    expect(line('/missing')).toContain('=> 404');
    expect(line('/redirect')).toContain('=> 302');
    expect(line('/data?again')).toContain('=> 200');
    expect(line('127.0.0.1:1024')).toContain('=> FAILED net::ERR_CONNECTION_REFUSED');
    expect(line('/cut')).toContain('=> FAILED net::ERR_EMPTY_RESPONSE');
    expect((await requests({ filter: '/missing' })).count).toBe(1);
    expect((await call('browser_clear_network_requests')).text).toContain('Cleared 7 network requests.');
    expect((await requests()).text).toBe('No requests were made.');
  });

  const isDone = () => vi.waitFor(async () => expect((await call('browser_tabs')).page?.title).toBe('done'));

  test('the newest hundred are reported, and where they are too long to show, a file has each of them whole', async () => {
    await open('/many');
    await isDone();
    const reported = await requests();
    expect(reported).toMatchObject({ count: 100, total: 121, dropped: 0 });
    expect(reported.text).toContain(`is in ${reported.file}`);
    const lines = parted(readFileSync(reported.file ?? '', 'utf8')).inside.split('\n');
    expect(lines).toHaveLength(121);
    for (const line of lines.slice(0, -1)) expect(line).toMatch(/GET http:\S+\/data\?n=\d+ => 200 /);
    expect((await requests({ limit: 10_000 })).count).toBe(121);
    const shown = await call('browser_recent_network_requests', { limit: 2 });
    expect(shown.text).toContain('(119 older entries are not shown; raise the limit to see them)');
  });

  test('a status of an error stands, also where Chrome cancels the body; a time-out is reported as one', async () => {
    await open('/broken');
    await isDone();
    const { text } = await requests();
    const line = (part: string) => text.split('\n').find((candidate) => candidate.includes(part));
    expect(line('/gone.css')).toMatch(/=> 404 \(stylesheet/);
    expect(line('/gone.js')).toMatch(/=> 404 \(script/);
    expect(line('/gone-worker.js')).toMatch(/=> 404 \(script/);
    expect(line('/never')).toMatch(/=> FAILED timed out or aborted by the page \(xhr/);
  });

  test('the requests of workers are distinguished, those for their scripts end, and times are in order', async () => {
    await open('/workers');
    await isDone();
    await vi.waitFor(async () => {
      const { text } = await requests();
      const line = (part: string) => text.split('\n').find((candidate) => candidate.includes(part));
      expect(line('/data?by=own')).toContain('by worker');
      expect(line('/data?by=shared')).toContain('by worker');
      expect(line('/data?by=page')).not.toContain('by worker');
      expect(line('/asking-own.js')).toMatch(/=> 200 \(script.*done after/);
      expect(line('/asking-shared.js')).toMatch(/=> 200 \(script.*done after/);
    });
    const { entries } = await requests();
    const times = entries.map(({ time }) => time);
    expect(times).toEqual(times.toSorted((one, other) => other - one));
    for (const { responseTime = 0, duration = responseTime } of entries) {
      expect(responseTime).toBeGreaterThanOrEqual(0);
      expect(duration).toBeGreaterThanOrEqual(responseTime);
    }
  });

  test('the script of a worker ends in the list, also when the worker ran before anybody listened', async () => {
    await open('/late-worker');
    await vi.waitFor(async () => {
      const lines = (await requests({ filter: '/kept.js' })).text.split('\n');
      expect(lines).toHaveLength(11);
      for (const line of lines) expect(line).toContain('=> 200');
    });
  });

  test('requests that were dropped are counted and reported, whatever the filter', async () => {
    await open('/');
    await call('browser_evaluate', {
      script: `Promise.all(Array.from({ length: 2_100 }, (_, i) => new Promise((resolve) => {
        Object.assign(new Image(), { onerror: resolve, src: 'nothing:' + i });
      }))).then(() => 1)`,
      timeout: 60_000,
    });
    const { dropped, total } = await requests({ limit: 1 });
    expect(dropped + total).toBe(2101);
    expect(total).toBe(2000);
    const { text } = await call('browser_recent_network_requests', { limit: 1, filter: 'nothing:' });
    expect(text).toContain(`${dropped} older entries were dropped to make room`);
    expect((await call('browser_get_network_sources', { limit: 1 })).text).toContain(
      `${dropped} older entries were dropped to make room`,
    );
  });

  test('an address is cut with … where it is shown, and is whole in a file', async () => {
    await open('/long-address');
    await isDone();
    const shown = await requests({ filter: 'qqq' });
    expect(shown).toMatchObject({ count: 1, file: null });
    expect(shown.text).toMatch(/\/data\?q+… => 200/);
    expect(/GET (\S+)…/.exec(shown.text)?.[1]).toHaveLength(200);
    await call('browser_evaluate', {
      script: 'Promise.all(Array.from({ length: 15 }, () => fetch("/data?" + "q".repeat(300)))).then(() => 1)',
    });
    const { file } = await requests({ filter: 'qqq' });
    expect(readFileSync(file ?? '', 'utf8')).toContain('q'.repeat(300));
  });

  test('a WebSocket is reported: whether it is open, how many messages went each way, and why it failed', async () => {
    await using server = await startEcho();
    await call('browser_navigate', { url: pages.origin });
    await call('browser_evaluate', {
      script: `new Promise((resolve) => {
        globalThis.socket = new WebSocket('${server.url}');
        socket.onopen = () => socket.send('hello');
        socket.onmessage = resolve;
        new WebSocket('ws://127.0.0.1:1024/refused');
      }).then(() => 1)`,
    });
    const line = async (filter: string) => (await requests({ filter })).text;
    await vi.waitFor(async () => {
      expect(await line('/echo')).toMatch(
        /=> 101 \(websocket, from network, open, 1 sent, 1 received, answer after \d+ ms\)/,
      );
      expect(await line('/refused')).toMatch(
        /=> FAILED net::ERR_CONNECTION_REFUSED \(websocket, closed, 0 sent, 0 received/,
      );
    });
    await call('browser_evaluate', { script: 'socket.close()' });
    await vi.waitFor(async () => expect(await line('/echo')).toContain('closed, 1 sent, 1 received'));
  });

  test('REQ-BT-021: network, cache and service worker are distinguished', async () => {
    await open('/service');
    await vi.waitFor(async () => expect((await logs()).text).toContain('ready'));
    await call('browser_navigate', { url: `${pages.origin}/made-up` });
    expect((await requests({ filter: '/made-up' })).text).toContain('from service worker');
    await open('/data');
    await open('/');
    await open('/data');
    const sources = (await requests({ filter: '/data' })).text;
    expect(sources).toContain('from network');
    expect(sources).toContain('from disk cache');
  });
});
