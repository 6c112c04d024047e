import type { RequestListener } from 'node:http';
import { parted, servePages } from '@btcp/test-support';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { freshBrowser } from './fresh-browser.ts';

const PASSWORD = 'hunter2 canary';
const CARD = '4111111111111111';
const CODE = '918273';

const FORM = `<title>Sign in</title>
  <label>Password <input id="password" type="password"></label>
  <label>Card <input id="card" autocomplete="cc-number"></label>
  <label>Code <input id="code" autocomplete="one-time-code"></label>
  <label>SMS code <input id="labelled"></label><input id="named" name="otpInput">
  <label>Order number <input id="order"></label><label>Zip code <input id="zip"></label>
  <label>Booking code <input id="booking"></label><label>Note <input id="note"></label>
  <button id="show" type="button" onclick="password.type = 'text'">Show</button>
  <button id="echo" type="button" onclick="
    console.log('sent', { mine: password.value }, password.value);
    fetch('/login?user=ada&pw=' + encodeURIComponent(password.value) + '&mfa=' + code.value);
    out.textContent = 'You wrote ' + password.value + ', ' + code.value + ' and ' + card.value">Echo</button>
  <p id="out"></p>`;

const other = await servePages({ '/': FORM });
const framed: RequestListener = (_, response) => {
  const origin = other.origin.replace('127.0.0.1', 'localhost');
  response.setHeader('content-type', 'text/html').end(`<title>Frame</title><iframe src="${origin}/"></iframe>`);
};
const site = await servePages({
  '/': FORM,
  '/login': '{}',
  '/frame': framed,
  '/sandbox': '<title>Box</title><iframe src="/" sandbox="allow-scripts"></iframe>',
  '/same': '<title>Same</title><iframe src="/"></iframe>',
});
afterAll(() => Promise.all([site.close(), other.close()]));

const { call } = freshBrowser({}, { secrets: { login: { value: PASSWORD, origin: site.origin } } });
const open = (path: string, { origin } = site) => call('browser_navigate', { url: origin + path });

/** Everything that tools tell after the page has echoed what it holds in every way that it can. */
async function everything(): Promise<string> {
  const told: unknown[] = [await call('browser_click', { selector: '#echo' })];
  await vi.waitFor(async () => expect((await call('browser_recent_network_requests')).text).toContain('mfa='));
  for (const [name, input] of [
    ['browser_snapshot', {}],
    ['browser_snapshot', { diff: true }],
    ['browser_get_text', {}],
    ['browser_get_text', { selector: '#password' }],
    ['browser_get_attribute', { selector: '#password', attribute: 'value' }],
    ['browser_evaluate', { script: '[...document.querySelectorAll("input")].map((field) => field.value)' }],
    ['browser_evaluate', { script: 'throw new Error(password.value)' }],
    ['browser_recent_console_logs', {}],
    ['browser_recent_network_requests', {}],
    ['browser_click', { selector: '#show' }],
    ['browser_snapshot', {}],
    ['browser_get_text', { selector: '#password' }],
  ] as const) {
    told.push(await call(name, input).catch(({ message, hint }) => ({ message, hint })));
  }
  return JSON.stringify(told);
}

describe('passwords, card numbers and one-time codes', () => {
  beforeEach(async () => {
    await open('/');
    await call('browser_fill', { selector: '#card', value: CARD });
    await call('browser_fill', { selector: '#code', value: CODE });
  });

  test('that were typed are told nowhere, in text or in data', async () => {
    await call('browser_snapshot');
    const { text, data } = await call('browser_type', { selector: '#password', text: PASSWORD });
    const told = (await everything()) + JSON.stringify({ text, data });
    for (const canary of [PASSWORD, encodeURIComponent(PASSWORD), CARD, CODE]) expect(told).not.toContain(canary);
    expect(told).toContain('You wrote •••, ••• and •••• 1111');
  });

  test('that the page itself put there are told nowhere either', async () => {
    const script = `password.value = ${JSON.stringify(PASSWORD)}; throw new Error(password.value)`;
    await expect(call('browser_evaluate', { script })).rejects.toMatchObject({
      message: expect.not.stringContaining(PASSWORD),
    });
    const told = await everything();
    for (const canary of [PASSWORD, encodeURIComponent(PASSWORD), CARD, CODE]) expect(told).not.toContain(canary);
  });

  test('are known by autocomplete, label or name; other codes and numbers are shown', async () => {
    for (const selector of ['#labelled', '#named', '#order', '#zip', '#booking']) {
      await call('browser_fill', { selector, value: '445566' });
    }
    const { inside } = parted((await call('browser_snapshot')).text);
    expect(inside).toMatch(/textbox "SMS code".*: •••/);
    expect(inside).toMatch(/otpInput.*: •••|textbox \[.*\].*: •••/);
    for (const name of ['Order number', 'Zip code', 'Booking code']) {
      expect(inside).toMatch(new RegExp(`textbox "${name}".*: 445566`));
    }
  });
});

describe('a secret', () => {
  test.each([
    ['browser_type', { text: 'secret:login' }],
    ['browser_fill', { value: 'secret:login' }],
  ])('is typed by %s where it belongs, and told nowhere afterwards', async (tool, input) => {
    await open('/');
    const { text, data } = await call(tool, { selector: '#note', ...input });
    expect(text).toContain('which now holds "•••"');
    await call(tool, { selector: '#password', ...input });
    const holds = await call('browser_evaluate', { script: `password.value === ${JSON.stringify(PASSWORD)}` });
    expect(holds.data).toMatchObject({ value: 'true' });
    const told = (await everything()) + JSON.stringify({ text, data });
    expect(told).not.toContain(PASSWORD);
    expect(told).not.toContain(encodeURIComponent(PASSWORD));
  });

  test('is typed into a frame of its own origin', async () => {
    await open('/same');
    const filled = await call('browser_fill', { selector: '#password', value: 'secret:login' });
    expect(filled.data).toMatchObject({ acted: { value: '•••' } });
  });

  test.each([
    ['a page of another origin', () => open('/', other), '#password'],
    ['a frame of another origin', () => open('/frame'), 'frame'],
    ['a sandboxed frame, which has no origin', () => open('/sandbox'), 'frame'],
  ])('is refused on %s, which never gets it', async (_, go, where) => {
    await go();
    const selector = where === 'frame' ? await passwordRef() : where;
    for (const [tool, input] of [
      ['browser_type', { text: 'secret:login' }],
      ['browser_fill', { value: 'secret:login' }],
    ] as const) {
      await expect(call(tool, { selector, ...input })).rejects.toMatchObject({
        code: 'denied',
        message: expect.stringMatching(/The secret is for http.* only, and textbox "Password" is in a document of/),
        hint: 'Go to the site that the secret belongs to, and type it there.',
      });
    }
    expect((await call('browser_get_text', { selector })).data).toMatchObject({ text: '' });
  });

  test('that is unknown is told which there are', async () => {
    await open('/');
    await expect(call('browser_fill', { selector: '#note', value: 'secret:other' })).rejects.toMatchObject({
      code: 'not_found',
      hint: 'The secrets are secret:login.',
    });
  });
});

async function passwordRef(): Promise<string> {
  return vi.waitFor(async () => {
    const { refs } = (await call('browser_snapshot')).data as { refs: Record<string, { name: string }> };
    const [ref] = Object.entries(refs).find(([, { name }]) => name === 'Password') ?? [];
    if (!ref) throw new Error('The frame has not loaded yet.');
    return ref;
  });
}
