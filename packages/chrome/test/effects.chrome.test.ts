import { readFileSync } from 'node:fs';
import { type PageServer, servePages } from '@btcp/test-support';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freshBrowser } from './fresh-browser.ts';

const { call } = freshBrowser();
let pages: PageServer;
let elsewhere: PageServer;

const button = (id: string, script: string) => `<button id="${id}" onclick="${script}">${id}</button>`;

beforeAll(async () => {
  elsewhere = await servePages({
    '/inner': `<title>Inner</title><p id="out">quiet</p>${'<p>More text that stays as it is.</p>'.repeat(40)}
      ${button('inside', "fetch('/slow').then(() => { out.textContent = 'reacted' })")}
      <input id="field" aria-label="Inner field">${button('focus', 'field.focus()')}`,
    '/slow': (_, response) => setTimeout(() => response.end('ok'), 300),
  });
  pages = await servePages({
    '/': (_, response) =>
      response.setHeader('content-type', 'text/html').end(`<title>Effects</title>
        <div id="toasts" role="status"></div><div id="notice" role="alert" hidden>Now you see me</div>
        <label>Email <input id="email"></label><input id="file" type="file" hidden>
        ${button('toast', "toasts.textContent = 'Saved'; setTimeout(() => toasts.textContent = '', 5)")}
        ${button('show', 'notice.hidden = false')}
        ${button('append', "document.body.insertAdjacentHTML('beforeend', '<div role=alert>Appended</div>')")}
        ${button('move', 'email.focus()')}
        ${button('error', "console.error('went wrong', { code: 7 })")}
        ${button('throw', "throw new Error('not caught')")}
        ${button('many', "for (let i = 0; i < 50; i++) console.error(i + 'x'.repeat(1000))")}
        ${button('missing', "fetch('/missing?key=' + 1, { method: 'POST' })")}
        ${button('refused', "fetch('http://127.0.0.1:1/').catch(() => {})")}
        ${button('choose', 'file.click()')}
        ${button('nothing', '')}${button('more', "document.body.append('More')")}
        <a id="download" href="/report">Report</a><a id="endless" href="/endless">Endless</a>
        <a id="slow" href="/slow" download="slow.txt"><b>Slow</b></a>
        <a id="prevented" href="/never" download onclick="event.preventDefault()">Prevented</a>
        <a id="blob" download="made.txt">Made here</a><form action="/answer"><button id="submit">Submit</button></form>
        <script>blob.href = URL.createObjectURL(new Blob(['made here']))</script>`),
    '/report': (_, response) =>
      response.setHeader('content-disposition', 'attachment; filename="report.csv"').end('a,b\n1,2\n'),
    '/endless': (_, response) => {
      response.setHeader('content-disposition', 'attachment; filename="endless.bin"').write('x'.repeat(100_000));
      endEndless = () => response.end();
    },
    // Longer than a page that has not reacted is waited for.
    '/slow': (_, response) => {
      setTimeout(() => response.end('slow'), 1_500);
    },
    '/answer': '<title>Answer</title><div role="alert">Wrong password</div>',
    '/regions': `<title>Regions</title><div id="saving" role="status"></div>
      <div id="failed" role="alert" hidden><p>Payment failed</p><a href="#again">Try again</a></div>
      <table><tr><th>Total</th><td><output id="total">1</output></td><td>euro</td></tr></table>
      ${button('fail', 'failed.hidden = false')}${button('count', "total.textContent = 'forty-two'")}
      ${button('save', "saving.textContent = 'Saved'; document.body.append('Saved searches'); queueMicrotask(() => saving.textContent = '')")}`,
    '/framed': (_, response) =>
      response
        .setHeader('content-type', 'text/html')
        .end(
          `<title>Framed</title><iframe src="${elsewhere.origin.replace('127.0.0.1', 'localhost')}/inner" style="width:600px;height:600px"></iframe>`,
        ),
  });
});
afterAll(() => Promise.all([pages.close(), elsewhere.close()]));

const open = (path: string) => call('browser_navigate', { url: new URL(path, pages.origin).href });
let endEndless = () => {};
const effectsOf = async (selector: string) => {
  const { data, text } = await call('browser_click', { selector });
  return { effects: (data as { effects: Record<string, unknown> }).effects, text };
};

describe('live regions', () => {
  test.each([
    ['#toast', 'Saved'],
    ['#show', 'Now you see me'],
    ['#append', 'Appended'],
  ])('%s is reported without an earlier snapshot, even if it is gone again', async (selector, said) => {
    await open('/');
    const { effects, text } = await effectsOf(selector);
    expect(effects.announcements).toEqual([said]);
    expect(text).toContain(`The page said: "${said}"`);
  });

  test('what a region said before is no news, and no words are reported twice', async () => {
    await open('/');
    await effectsOf('#append');
    await call('browser_snapshot');
    expect((await effectsOf('#nothing')).effects).toEqual({ waited: expect.any(Number) });
    const { text } = await effectsOf('#show');
    expect(text.match(/Now you see me/g)).toHaveLength(1);
  });

  test.each([
    ['#fail', 'Payment failedTry again', 'Payment failed'],
    ['#count', 'forty-two', 'forty-two'],
  ])('%s: an announcement among the changed lines is not repeated', async (selector, announced, words) => {
    await open('/regions');
    await call('browser_snapshot');
    const { effects, text } = await effectsOf(selector);
    expect(effects.announcements).toEqual([announced]);
    expect(text.split(words)).toHaveLength(2);
    expect(text).not.toContain('The page said');
  });

  test('an announcement that is gone is reported, even if a changed line has the same words', async () => {
    await open('/regions');
    await call('browser_snapshot');
    const { text } = await effectsOf('#save');
    expect(text).toContain('Saved searches');
    expect(text).toContain('The page said: "Saved"');
  });

  test('the alerts of the page that an action leads to are reported', async () => {
    await open('/');
    expect((await effectsOf('#submit')).effects).toMatchObject({
      navigated: `${pages.origin}/answer?`,
      announcements: ['Wrong password'],
    });
  });
});

test('the focus is reported where it goes to something else', async () => {
  await open('/');
  const { effects, text } = await effectsOf('#move');
  expect(effects.focus).toEqual({ element: 'textbox "Email"', ref: expect.stringMatching(/^@e\d+$/) });
  expect(text).toContain('Focus moved to textbox "Email" @e');
  const { ref } = effects.focus as { ref: string };
  expect((await call('browser_type', { selector: ref, text: 'a@b.c' })).data).toMatchObject({
    acted: { value: 'a@b.c' },
  });
});

describe('troubles', () => {
  test('console errors and uncaught ones are reported', async () => {
    await open('/');
    expect((await effectsOf('#error')).effects.consoleErrors).toEqual(['went wrong {code: 7}']);
    expect((await effectsOf('#throw')).effects.consoleErrors).toEqual([expect.stringContaining('not caught')]);
    expect((await effectsOf('#nothing')).effects.consoleErrors).toBeUndefined();
  });

  test('a flood of them is cut', async () => {
    await open('/');
    const { effects } = await effectsOf('#many');
    expect(effects.consoleErrors).toHaveLength(5);
    expect(JSON.stringify(effects.consoleErrors).length).toBeLessThan(2_000);
  });

  test('failed requests are reported with status or reason', async () => {
    await open('/');
    const { effects, text } = await effectsOf('#missing');
    expect(effects.failedRequests).toEqual([{ method: 'POST', url: `${pages.origin}/missing?key=1`, status: 404 }]);
    expect(text).toContain('(status 404)');
    expect((await effectsOf('#refused')).effects.failedRequests).toEqual([
      { method: 'GET', url: 'http://127.0.0.1:1/', failure: expect.stringMatching(/ERR_|CORS|blocked/) },
    ]);
  });
});

describe('downloads', () => {
  test.each([
    ['#download', 'report.csv', 'a,b\n1,2\n'],
    ['#blob', 'made.txt', 'made here'],
  ])('%s that ends while it is watched is reported with its path and size', async (selector, name, content) => {
    await open('/');
    const { effects, files } = await call('browser_click', { selector });
    expect(effects?.downloads).toMatchObject([{ name, size: content.length }]);
    expect(files).toMatchObject([{ name, size: content.length, path: effects?.downloads?.[0]?.path }]);
    expect(readFileSync(files?.[0]?.path ?? '', 'utf8')).toBe(content);
  });

  test('one that goes on is reported as begun', async () => {
    await open('/');
    const { effects, text } = await effectsOf('#endless');
    expect(effects.downloads).toEqual([{ name: 'endless.bin', url: `${pages.origin}/endless` }]);
    expect(text).toContain('Download started: endless.bin');
    expect((await effectsOf('#nothing')).effects).not.toHaveProperty('downloads');
    endEndless();
    await vi.waitFor(
      async () => expect((await effectsOf('#nothing')).text).toContain('Downloaded endless.bin (100000 bytes)'),
      { timeout: 20_000 },
    );
  });

  test('a link to a file is waited for until its server answers', async () => {
    await open('/');
    const { effects } = await effectsOf('#slow b');
    expect(effects.downloads).toMatchObject([{ name: 'slow.txt', size: 4 }]);
  });

  test('a link to a file whose click the page prevents is not waited for', async () => {
    await open('/');
    // Otherwise it would report that the server has not answered.
    expect((await effectsOf('#prevented')).effects).not.toHaveProperty('downloads');
  });
});

test('a file chooser is reported, and the next call works', async () => {
  await open('/');
  const { effects, text } = await effectsOf('#choose');
  expect(effects.fileChooser).toEqual({ multiple: false });
  expect(text).toContain('File chooser opened for one file: use browser_upload.');
  expect((await effectsOf('#nothing')).text).toContain('Page unchanged');
});

test('a page that changes without having been read is not said to stay as it is', async () => {
  await open('/');
  await call('browser_snapshot', { interactive: true });
  expect((await effectsOf('#nothing')).text).toContain('Page unchanged');
  const { text } = await effectsOf('#more');
  expect(text).toContain('[the page has changed; browser_snapshot shows it]');
  expect(text).not.toContain('Page unchanged');
});

describe('inside a frame of another origin', () => {
  test('requests are followed, changed lines have refs, and the focus is found', async () => {
    await open('/framed');
    const refs = await vi.waitFor(async () => {
      const { data } = await call('browser_snapshot');
      const { refs } = data as { refs: Record<string, { name: string }> };
      const named = Object.fromEntries(Object.entries(refs).map(([ref, { name }]) => [name, ref]));
      expect(named).toHaveProperty('inside');
      return named;
    });
    const { effects } = await effectsOf(refs.inside ?? '');
    expect(effects.changes).toMatch(/^[~+] .*reacted/m);
    expect((await effectsOf(refs.focus ?? '')).effects.focus).toEqual({
      element: 'textbox "Inner field"',
      ref: refs['Inner field'],
    });
  });
});

test('a new title is an effect, but not of a page that was left', async () => {
  await open('/');
  const script = `document.body.insertAdjacentHTML('beforeend', '<button id="now">Now</button>');
    now.onclick = () => { document.title = 'Two new messages'; };`;
  await call('browser_evaluate', { script });
  const now = await effectsOf('#now');
  expect(now.effects.title).toBe('Two new messages');
  expect(now.text).toContain('Title changed to "Two new messages".');
  expect(now.text).not.toContain('Page unchanged');
  expect((await effectsOf('#nothing')).effects).not.toHaveProperty('title');
  await call('browser_evaluate', { script: `now.onclick = () => { location.href = '/framed'; };` });
  const left = await effectsOf('#now');
  expect(left.effects).toMatchObject({ navigated: expect.stringContaining('/framed') });
  expect(left.effects).not.toHaveProperty('title');
});
