import { MASK } from '@btcp/protocol';
import { LiveClient, type PageServer, servePages } from '@btcp/test-support';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type LiveHost, startLiveHost } from './live-host.ts';

// After the sign-in it shows what was typed, as careless pages do.
const LOGIN = `<title>Login</title><style>body { margin: 0 } input { position: absolute; left: 20px; top: 20px }</style>
<form><input name="password" type="password" aria-label="Password"></form><p></p>
<script>
  document.forms[0].onsubmit = (event) => {
    event.preventDefault();
    const { value } = document.forms[0].password;
    document.title = 'Hello ' + value;
    document.forms[0].remove();
    document.querySelector('p').textContent = 'Your password is ' + value + ', encoded ' + btoa(value);
  };
</script>`;

// The number of a code is typed into a box of its own each.
const BOXES = `<title>Code</title><style>body { margin: 0 } input { width: 20px }</style>
${'<input maxlength="1">'.repeat(6)}<p></p>
<script>
  const boxes = [...document.querySelectorAll('input')];
  for (const [index, box] of boxes.entries()) box.oninput = () => {
    document.querySelector('p').textContent = 'Code: ' + boxes.map(({ value }) => value).join('');
    boxes[index + 1]?.focus();
  };
</script>`;

const LISTENER = `window.caught = ''; addEventListener('keydown', ({ key }) => { sessionStorage.caught = window.caught += key; }, true); 0`;

let host: LiveHost;
let pages: PageServer;
let posted = 0;
let count = 0;
let session = '';

beforeAll(async () => {
  host = await startLiveHost();
  pages = await servePages({
    '/login': LOGIN,
    '/boxes': BOXES,
    '/other': '<title>Other</title>',
    '/order': ({ method }, response) => {
      if (method === 'POST') posted++;
      response.end(
        `<title>${method === 'POST' ? 'Ordered' : 'Order'}</title><form method="post"><button>Order</button>`,
      );
    },
  });
});
afterAll(async () => {
  await host.close();
  await pages.close();
});
beforeEach(() => {
  session = `p${++count}`;
});

const call = (action: string, input: Record<string, unknown> = {}) =>
  host.post(`/browser/${action}`, { sessionId: session, ...input });
const watch = (token?: string) => LiveClient.live(`${host.stream}?sessionId=${session}`, token);
const evaluated = async (script: string) => (await call('evaluate', { script })).body.data?.value;
const type = (viewer: LiveClient, text: string) => {
  for (const key of text) viewer.key(key);
};

describe('what a person typed in private', () => {
  test.each(['c4n4ry-pass', 'sunshine'])('is masked when the page shows it: %s (T12)', async (password) => {
    await call('open', { url: `${pages.origin}/login` });
    const viewer = await watch();
    await viewer.take(true);
    viewer.click(30, 30);
    type(viewer, password);
    viewer.key('Enter', { code: 'Enter', text: '\r' });
    await viewer.next('tabs', ({ tabs }) => tabs[0]?.title === `Hello ${password}`);
    await viewer.giveBack();
    const reported = [
      await call('get_text', { selector: 'body' }),
      await call('snapshot'),
      await call('tabs'),
      await call('evaluate', { script: 'document.body.textContent' }),
    ];
    expect(reported[0]?.body.text).toContain(`Your password is ${MASK}, encoded ${MASK}`);
    expect(JSON.stringify(reported)).not.toMatch(new RegExp(`${password}|${btoa(password).replace(/=+$/, '')}`));
    // The page does show it, so that the test could have found it.
    expect(await evaluated(`document.title.length`)).toBe(String(`Hello ${password}`.length));
    await viewer.close();
  });

  test('is masked also where no field held all of it (T12)', async () => {
    await call('open', { url: `${pages.origin}/boxes` });
    const viewer = await watch();
    await viewer.take(true);
    viewer.click(10, 10);
    type(viewer, '482915');
    viewer.send({ type: 'get_selection' });
    await viewer.next('selection');
    await viewer.giveBack();
    expect((await call('get_text', { selector: 'p' })).body.text).toContain(`Code: ${MASK}`);
    await viewer.close();
  });

  test('is left out of pictures (T12)', async () => {
    await call('open', { url: `${pages.origin}/login` });
    const viewer = await watch();
    const picture = async () => (await call('screenshot', { selector: 'p' })).body.images[0].data;
    await viewer.take(true);
    viewer.click(30, 30);
    type(viewer, 'c4n4ry-pass');
    viewer.key('Enter', { code: 'Enter', text: '\r' });
    await viewer.next('tabs', ({ tabs }) => tabs[0]?.title === 'Hello c4n4ry-pass');
    await viewer.giveBack();
    const shown = await picture();
    await evaluated(`document.querySelector('p').style.color = 'red'; 0`);
    // Whatever the text looks like, the picture of it is the same.
    expect(await picture()).toBe(shown);
    await viewer.close();
  });
});

describe('what the agent left in a page before', () => {
  test('hears nothing of a private drive, in no tab that it reaches (T12)', async () => {
    await call('open', { url: `${pages.origin}/login` });
    await evaluated(LISTENER);
    // The other page puts the listener back whenever it is gone.
    await evaluated(
      `window.spy = open('/other', 'spy'); spy.onload = () => spy.eval(${JSON.stringify(
        `window.all = ''; setInterval(() => {
        if (opener.caught === undefined) { opener.caught = ''; opener.addEventListener('keydown', ({ key }) => { all += key; }, true); }
      }, 5)`,
      )}); 0`,
    );
    await expect.poll(() => evaluated('typeof spy.all')).toBe('"string"');
    const viewer = await watch();
    const onRefresh = await evaluated('performance.timeOrigin');
    await call('tabs', { action: 'select', tab: 't1' });
    await viewer.take(true);
    viewer.click(30, 30);
    type(viewer, 'c4n4ry');
    viewer.send({ type: 'get_selection' });
    await viewer.next('selection');
    await viewer.giveBack();
    const { body } = await call('evaluate', { script: '[sessionStorage.caught, window.spy, performance.timeOrigin]' });
    expect(body.text).toContain('A person drove this browser in private');
    const [caught, spy, begun] = JSON.parse(body.data.value);
    expect({ caught, spy }).toEqual({ caught: null, spy: null });
    expect(begun).not.toBe(Number(onRefresh));
    const { body: other } = await call('tabs', { action: 'select', tab: 't2' });
    expect(other.text).not.toContain('in private');
    expect(await evaluated('window.all ?? "nothing"')).toBe('"nothing"');
    await viewer.close();
  });

  test('answers no request of a private drive, and what it answered before is loaded again (T12)', async () => {
    const body = LOGIN.replace('<script>', `<script>${LISTENER};`);
    await call('route', { pattern: '**/login', action: 'mock', contentType: 'text/html', body });
    await call('open', { url: `${pages.origin}/login` });
    expect(await evaluated('typeof window.caught')).toBe('"string"');
    const viewer = await watch();
    await viewer.take(true);
    viewer.click(30, 30);
    type(viewer, 'c4n4ry');
    viewer.send({ type: 'get_selection' });
    await viewer.next('selection');
    await viewer.giveBack();
    await expect.poll(() => evaluated('window.caught ?? "nothing"')).toBe('"nothing"');
    expect(await evaluated('sessionStorage.caught ?? "nothing"')).toBe('"nothing"');
    await viewer.close();
  });

  test('hears nothing either when the person goes back to that page (T12)', async () => {
    await call('open', { url: `${pages.origin}/login` });
    await evaluated(LISTENER);
    await call('open', { url: `${pages.origin}/other` });
    const viewer = await watch();
    await viewer.take(true);
    const { tabs } = await viewer.next('tabs');
    viewer.send({ type: 'navigate', action: 'back' });
    await viewer.next('history', ({ url, canGoForward }) => url.endsWith('/login') && canGoForward);
    viewer.click(30, 30);
    type(viewer, 'c4n4ry');
    viewer.send({ type: 'get_selection' });
    await viewer.next('selection');
    await viewer.giveBack();
    await expect.poll(() => evaluated('window.caught ?? "nothing"')).toBe('"nothing"');
    expect(await evaluated('sessionStorage.caught ?? "nothing"')).toBe('"nothing"');
    expect(tabs).toHaveLength(1);
    await viewer.close();
  });

  test('is cut off without sending a form again (T12)', async () => {
    await call('open', { url: `${pages.origin}/order` });
    await call('click', { selector: 'button' });
    await evaluated(LISTENER);
    const viewer = await watch();
    await viewer.take(true);
    await viewer.next('tabs', ({ tabs }) => tabs[0]?.title === 'Order');
    expect(posted).toBe(1);
    await viewer.close();
  });

  test('a page in which the agent ran no script stays as it is, and so does one that is driven openly', async () => {
    await call('open', { url: `${pages.origin}/login` });
    await call('fill', { selector: 'input', value: 'half done' });
    const viewer = await watch();
    await viewer.take(true);
    await viewer.giveBack();
    expect(await evaluated('document.forms[0].password.value.length')).toBe('9');
    await viewer.take(false);
    viewer.forget();
    await viewer.giveBack();
    expect(await evaluated('document.forms[0].password.value.length')).toBe('9');
    await viewer.close();
  });
});

describe('a curtain', () => {
  test('is before everybody but the driver, view-only links and new ones too (T12)', async () => {
    await call('open', { url: `${pages.origin}/login` });
    const { token } = await host.links.make(session, 'view', 60_000);
    const driver = await watch();
    const [onlooker, plain] = [await watch(token), await LiveClient.plain(`${host.stream}?sessionId=${session}`)];
    await onlooker.until(() => onlooker.frames.length > 0);
    await driver.take(true);
    await onlooker.next('control', ({ control }) => control.isPrivate);
    const late = await watch(token);
    const before = { frames: onlooker.frames.length, seen: driver.frames.length };
    for (const each of [onlooker, plain]) each.forget();
    driver.click(30, 30);
    type(driver, 'c4n4ry');
    driver.key('Enter', { code: 'Enter', text: '\r' });
    await driver.next('tabs', ({ tabs }) => tabs[0]?.title === 'Hello c4n4ry');
    await driver.until(() => driver.frames.length > before.seen);
    onlooker.send({ type: 'locate', ref: 'e1' });
    await onlooker.next('located', ({ rectangle }) => rectangle === null);
    expect([onlooker.frames, late.frames]).toEqual([[], []]);
    expect(plain.messages.filter(({ type }) => type === 'frame')).toEqual([]);
    expect(JSON.stringify([onlooker.messages, late.messages, plain.messages])).not.toMatch(/c4n4ry|Hello/);
    await driver.giveBack();
    await Promise.all([onlooker, late].map((each) => each.until(() => each.frames.length > 0)));
    await plain.until(() => plain.messages.some(({ type }) => type === 'frame'));
    await Promise.all([driver, onlooker, late, plain].map((each) => each.close()));
  });
});
