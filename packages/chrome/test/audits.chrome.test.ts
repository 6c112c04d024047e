import { readFileSync } from 'node:fs';
import { type PageServer, servePages } from '@btcp/test-support';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshBrowser } from './fresh-browser.ts';

const { call } = freshBrowser();
const alone = freshBrowser({ isolation: 'process' });
let pages: PageServer;

const HERO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><rect width="600" height="400" fill="#642"/></svg>';
const painted = signal();

function signal() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

beforeAll(async () => {
  pages = await servePages({
    '/': `<html lang="en"><title>Shop</title><h1 id="head">Fresh beans</h1><main><img src="/none.png" width="10" height="10"><button id="empty"></button>
      <input id="field"><p style="color:#ddd;background:#fff">Pale</p></main>
      <script src="/code.js"></script><link rel="stylesheet" href="/style.css">`,
    '/code.js': (_, response) =>
      response
        .setHeader('content-type', 'text/javascript')
        .end(`function used() { return 1 } function unused() { return "${'never '.repeat(50)}" } used();`),
    '/style.css': (_, response) =>
      response
        .setHeader('content-type', 'text/css')
        .end(`h1 { color: black } .nowhere { color: red; content: "${'x'.repeat(200)}" }`),
    '/good': '<html lang="en"><title>Good</title><main><h1>All is well</h1></main>',
    '/leak': `<title>Leak</title><script>class Leaked { text = [1, 2, 3] } const kept = []; function leak() { for (let i = 0; i < 5000; i++) kept.push(new Leaked()) }
      const gone = document.createElement('div'); gone.append(document.createElement('span')); window.gone = gone</script>`,
    // The picture comes when the rest is painted, and moves what is below it.
    '/hero': `<title>Hero</title><link rel="stylesheet" href="/style.css"><script src="/code.js"></script>
      <h1>Fresh beans</h1><img src="/hero.svg"><p>Below the picture</p>
      <button onclick="const end = performance.now() + 60; while (performance.now() < end); this.textContent = 'Bought'">Buy</button>
      <script>
        const seen = new Set();
        for (const type of ['layout-shift', 'event'])
          new PerformanceObserver(() => seen.add(type)).observe({ type, durationThreshold: 16 });
        requestAnimationFrame(() => requestAnimationFrame(() => fetch('/painted')));
      </script>`,
    '/painted': (_, response) => {
      response.end();
      painted.resolve();
    },
    '/hero.svg': async (_, response) => {
      await painted.promise;
      response.setHeader('content-type', 'image/svg+xml').end(HERO);
    },
    '/busy':
      '<title>Busy</title><script>const end = performance.now() + 120; while (performance.now() < end);</script><p>Done</p>',
  });
});
afterAll(() => pages.close());

const open = (path: string) => call('browser_navigate', { url: pages.origin + path });
const linesOf = ({ data }: { data: unknown }) => (data as { lines: string[] }).lines;

test('browser_vitals rates how the page loaded', async () => {
  await open('/busy');
  const lines = linesOf(await call('browser_vitals')).join('\n');
  expect(lines).toMatch(/^TTFB: \d+ ms \((good|needs improvement|poor)/m);
  expect(lines).toMatch(/^CLS: [\d.]+ \(/m);
  expect(lines).toMatch(/^Long tasks: \d+/m);
  expect(lines).toMatch(/^Page: \d+ elements/m);
});

test('browser_accessibility lists violations with refs that can be used, and nothing of it is left in the page', async () => {
  await open('/');
  const { text } = await call('browser_accessibility');
  expect(text).toMatch(/critical: .*\(button-name\): button @e\d+/);
  expect(text).toMatch(/\(image-alt\): .*@e\d+/);
  expect(text).toContain('(color-contrast)');
  const ref = /\(button-name\): button (@e\d+)/.exec(text)?.[1];
  expect((await call('browser_get_attribute', { selector: ref, attribute: 'id' })).text).toContain('empty');
  expect((await call('browser_evaluate', { script: 'typeof axe' })).text).toContain('undefined');
  const only = await call('browser_accessibility', { selector: '#head', rules: ['image-alt'] });
  expect(linesOf(only)).toEqual(['No violations were found.']);
  await open('/good');
  expect(linesOf(await call('browser_accessibility'))).toEqual(['No violations were found.']);
});

test('browser_memory counts objects by class, and reports what grew', async () => {
  await open('/leak');
  expect((await call('browser_memory', { timeout: '60s' })).text).toMatch(
    /Heap: \d+ bytes in \d+ objects, [1-9]\d* detached DOM nodes/,
  );
  await call('browser_evaluate', { script: 'leak()' });
  expect((await call('browser_memory', { timeout: '60s' })).text).toMatch(/Leaked: \+\d{4} objects/);
});

test('browser_coverage reports how much of each script and style sheet is used', async () => {
  await open('/good');
  await call('browser_coverage', { action: 'start' });
  await expect(call('browser_coverage', { action: 'start' })).rejects.toMatchObject({ code: 'invalid_input' });
  await open('/');
  const lines = linesOf(await call('browser_coverage', { action: 'stop' }));
  expect(lines.find((line) => line.includes('/code.js'))).toMatch(/^\d\d? % of script .*: \d+ of \d+ unused/);
  expect(lines.find((line) => line.includes('/style.css'))).toMatch(/^\d\d? % of style/);
  await expect(call('browser_coverage', { action: 'stop' })).rejects.toMatchObject({ code: 'invalid_input' });
});

test('browser_trace saves what DevTools reads, and not of a browser that others share', async () => {
  await expect(call('browser_trace', { action: 'start' })).rejects.toMatchObject({ code: 'unsupported' });
  await alone.call('browser_trace', { action: 'start' });
  await alone.call('browser_navigate', { url: `${pages.origin}/busy` });
  const { text, files } = await alone.call('browser_trace', { action: 'stop', path: 'busy.json', timeout: '60s' });
  expect(text).toMatch(/running scripts: [\d.]+ ms/);
  const { traceEvents } = JSON.parse(readFileSync(files?.[0]?.path ?? '', 'utf8'));
  expect(traceEvents.length).toBeGreaterThan(50);
  await expect(alone.call('browser_trace', { action: 'stop' })).rejects.toMatchObject({ code: 'invalid_input' });
});

test('browser_trace names what to improve, with the engine of the Performance panel', async () => {
  await alone.call('browser_trace', { action: 'start' });
  await alone.call('browser_navigate', { url: `${pages.origin}/hero` });
  await alone.call('browser_wait_for', { function: 'seen.has("layout-shift")', timeout: '20s' });
  await alone.call('browser_click', { selector: 'button' });
  await alone.call('browser_wait_for', { function: 'seen.has("event")', timeout: '20s' });
  const lines = linesOf(await alone.call('browser_trace', { action: 'stop', timeout: '60s' }));
  const text = lines.join('\n');
  expect(text).toContain(`Insights for ${pages.origin}/hero:`);
  expect(text).toMatch(/LCP \d+ ms \(.*\): time to first byte \d+ ms, /);
  expect(text).toMatch(/Document: \S/);
  expect(text).toContain(`Blocks rendering: ${pages.origin}/style.css (`);
  expect(text).toMatch(/Layout shifts 0\.\d+: Unsized image element .*\/hero\.svg/);
  expect(text).toMatch(/Slowest interaction: \w+ \d+ ms: input delay/);
});
