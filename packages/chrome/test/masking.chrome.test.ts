import { readFileSync } from 'node:fs';
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
  <label>Code <input id="code" autocomplete="one-time-code"
    style="background: none; border: 0; -webkit-text-fill-color: red; text-shadow: 2px 2px blue"></label>
  <label>SMS code <input id="labelled"></label><input id="named" name="otpInput">
  <label>Order number <input id="order"></label><label>Zip code <input id="zip"></label>
  <label>Booking code <input id="booking"></label><label>Note <input id="note"></label>
  <button id="show" type="button" onclick="password.type = 'text'">Show</button>
  <button id="echo" type="button" onclick="
    console.log('sent', { mine: password.value }, password.value);
    fetch('/login?user=ada&pw=' + encodeURIComponent(password.value) + '&mfa=' + code.value);
    out.textContent = 'You wrote ' + password.value + ', ' + code.value + ' and ' + card.value">Echo</button>
  <p id="out"></p>`;

const codePage = (code: string) => `<title>Code</title><input autocomplete="one-time-code" value="${code}">`;
const other = await servePages({ '/': FORM, '/1': codePage('111111'), '/7': codePage('777777') });
const framed: RequestListener = (request, response) => {
  const origin = other.origin.replace('127.0.0.1', 'localhost');
  const path = /\d$/.exec(request.url ?? '')?.[0] ?? '';
  response.setHeader('content-type', 'text/html').end(`<title>Frame</title><iframe src="${origin}/${path}"></iframe>`);
};
const site = await servePages({
  '/': FORM,
  '/login': '{}',
  '/keys': `<title>Keys</title><label>API key <input id="key"></label>
    <label>Recovery phrase <textarea id="phrase"></textarea></label>
    <div id="editable" contenteditable aria-label="Password"></div><label>Password <input id="shown" type="text"></label>
    <label>Password hint <input id="hint"></label><p id="echo"></p>
    <script>const read = () => [...document.querySelectorAll('input, textarea, #editable')].map((field) => field.value ?? field.textContent).join(' ')</script>`,
  '/frame': framed,
  '/frame1': framed,
  '/frame7': framed,
  '/stubborn': `${FORM}<style>input { background: transparent !important; filter: none !important }</style>`,
  '/sandbox': '<title>Box</title><iframe src="/" sandbox="allow-scripts"></iframe>',
  '/same': '<title>Same</title><iframe src="/"></iframe>',
  '/shadow': `<title>Shadow</title><div id="host"></div>
    <script>host.attachShadow({ mode: 'open' }).innerHTML = '<input type="password">'</script>`,
});
afterAll(() => Promise.all([site.close(), other.close()]));

const SECRETS = {
  login: { value: PASSWORD, origin: site.origin },
  other_login: { value: PASSWORD.replaceAll('n', 'm'), origin: site.origin },
};
const { call } = freshBrowser({}, { secrets: SECRETS });
const open = (path: string, { origin } = site) => call('browser_navigate', { url: origin + path });

// Everything that tools report after the page has echoed what it holds in every way that it can.
async function everything(): Promise<string> {
  const reported: unknown[] = [await call('browser_click', { selector: '#echo' })];
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
    reported.push(await call(name, input).catch(({ message, hint }) => ({ message, hint })));
  }
  return JSON.stringify(reported);
}

describe('passwords, card numbers and one-time codes', () => {
  beforeEach(async () => {
    await open('/');
    await call('browser_fill', { selector: '#card', value: CARD });
    await call('browser_fill', { selector: '#code', value: CODE });
  });

  test('that were typed are reported nowhere, in text or in data', async () => {
    await call('browser_snapshot');
    const { text, data } = await call('browser_type', { selector: '#password', text: PASSWORD });
    const reported = (await everything()) + JSON.stringify({ text, data });
    for (const canary of [PASSWORD, encodeURIComponent(PASSWORD), CARD, CODE]) expect(reported).not.toContain(canary);
    expect(reported).toContain('You wrote •••, ••• and •••• 1111');
  });

  test('that the page itself put there are reported nowhere either', async () => {
    const script = `password.value = ${JSON.stringify(PASSWORD)}; throw new Error(password.value)`;
    await expect(call('browser_evaluate', { script })).rejects.toMatchObject({
      message: expect.not.stringContaining(PASSWORD),
    });
    const reported = await everything();
    for (const canary of [PASSWORD, encodeURIComponent(PASSWORD), CARD, CODE]) expect(reported).not.toContain(canary);
  });

  test('are known by autocomplete, label or name; other codes and numbers are shown', async () => {
    for (const selector of ['#labelled', '#named', '#order', '#zip', '#booking']) {
      await call('browser_fill', { selector, value: '445566' });
    }
    const { inside } = parted((await call('browser_snapshot')).text);
    expect(inside).toMatch(/textbox "SMS code".*: •••/);
    expect(inside).toMatch(/otpInput.*: •••|textbox @\w+: •••/);
    for (const name of ['Order number', 'Zip code', 'Booking code']) {
      expect(inside).toMatch(new RegExp(`textbox "${name}".*: 445566`));
    }
  });
});

describe('keys and phrases, whatever kind of field holds them (T12)', () => {
  const KEY = 'ab12-CANARY-key-77';
  const PHRASE = 'canary zebra almond ladder stone forest';

  test.each([
    ['an API key', '#key', KEY],
    ['a recovery phrase', '#phrase', PHRASE],
    ['a password in an editable element', '#editable', KEY],
    ['a password that the page shows', '#shown', KEY],
  ])('%s is reported nowhere', async (_, selector, value) => {
    await open('/keys');
    const reported = [await call('browser_fill', { selector, value }), await call('browser_snapshot')];
    for (const asked of [{}, { selector }]) reported.push(await call('browser_get_text', asked));
    reported.push(await call('browser_evaluate', { script: 'document.querySelector("#echo").textContent = read()' }));
    reported.push(await call('browser_get_text'));
    expect(JSON.stringify(reported)).not.toMatch(/canary/i);
  });

  test('what only speaks of them is shown', async () => {
    await open('/keys');
    await call('browser_fill', { selector: '#hint', value: 'my first cat' });
    expect((await call('browser_snapshot')).text).toContain('my first cat');
  });
});

describe('pictures', () => {
  // The picture of a field that holds this; equal pictures show nothing of what differs.
  async function picture(selector: string, value: string): Promise<string | undefined> {
    await call('browser_fill', { selector, value });
    const { images } = await call('browser_screenshot', { selector });
    return images?.[0]?.data;
  }

  test.each(['#card', '#code', '#labelled'])('show that %s is filled, and not with what', async (selector) => {
    await open('/');
    expect(await picture(selector, '111111')).toBe(await picture(selector, '777777'));
    const { data } = await call('browser_evaluate', {
      script: `const field = document.querySelector('${selector}'); [field.style.filter, document.getAnimations().length]`,
    });
    expect(data).toMatchObject({ value: '["",0]' });
  });

  test('show nothing of it whatever the page says is important, and however many are taken at once', async () => {
    await open('/stubborn');
    expect(await picture('#code', '111111')).toBe(await picture('#code', '777777'));
    const shots = () => Promise.all([{ fullPage: true }, {}, {}].map((input) => call('browser_screenshot', input)));
    const seven = await shots();
    await call('browser_fill', { selector: '#code', value: '111111' });
    const one = await shots();
    expect(one.map(({ images }) => images)).toEqual(seven.map(({ images }) => images));
  });

  test('show nothing of it in frames of other origins that nobody has read', async () => {
    const shown = async (path: string) => {
      await open(path);
      return (await call('browser_screenshot')).images;
    };
    expect(await shown('/frame1')).toEqual(await shown('/frame7'));
  });

  test('show what other fields hold, unless it is a secret', async () => {
    await open('/');
    expect(await picture('#zip', '111111')).not.toBe(await picture('#zip', '777777'));
    expect(await picture('#note', 'secret:login')).toBe(await picture('#note', 'secret:other_login'));
  });
});

describe('a secret', () => {
  // One call of each tool that could report it, on a page that says it in every way that it can.
  const CALLS = [
    ['browser_press', { key: 'Tab', selector: '#note' }],
    ['browser_hover', { selector: '#note' }],
    ['browser_fill_form', { fields: [{ selector: '#zip', value: '1' }] }],
    ['browser_type', { selector: '#zip', text: '2' }],
    ['browser_scroll', { direction: 'down' }],
    ['browser_find', { text: 'canary' }],
    ['browser_find', { role: 'textbox' }],
    ['browser_is_visible', { selector: '#note' }],
    ['browser_wait_for', { selector: '#out', timeout: '5s' }],
    ['browser_wait_for', { text: 'never', timeout: 1 }],
    ['browser_get_attribute', { selector: '#out', attribute: 'title' }],
    ['browser_get_text', { format: 'markdown' }],
    ['browser_tabs', { action: 'list' }],
    ['browser_get_network_sources', {}],
    ['browser_get_service_workers', {}],
    ['browser_evaluate', { script: 'btoa(note.value) + btoa("x" + note.value) + btoa("xy" + note.value)' }],
    ['browser_evaluate', { script: 'encodeURIComponent(note.value) + JSON.stringify({ a: note.value })' }],
    [
      'browser_evaluate',
      { script: '[...new TextEncoder().encode(note.value)].map((byte) => byte.toString(16)).join("")' },
    ],
    ['browser_evaluate', { script: 'note.value.repeat(500)' }],
    ['browser_click', { selector: '#ask' }],
    ['browser_dialog', { accept: true }],
    ['browser_click', { selector: '#save' }],
    ['browser_resize', { width: 800, height: 600 }],
    ['browser_reload', {}],
    ['browser_back', {}],
    ['browser_forward', {}],
    ['browser_navigate', { url: `/#/login?pw=${encodeURIComponent(PASSWORD)}` }],
  ] as const;

  test('comes back through no tool, in no encoding that programs use', async () => {
    await open('/');
    await call('browser_fill', { selector: '#note', value: 'secret:login' });
    const script = `out.title = out.textContent = document.title = note.value; console.log(note.value);
      history.pushState(0, '', '?q=' + encodeURIComponent(note.value)); localStorage.mine = note.value;
      fetch('/login?mfa=' + note.value, { method: 'POST', body: note.value });
      document.body.insertAdjacentHTML('beforeend', '<a id=save download="' + note.value + '.txt" href="data:,x">Save</a>' +
        '<button id=ask onclick="alert(note.value)">Ask</button>')`;
    const reported: unknown[] = [await call('browser_evaluate', { script }), await everything()];
    for (const [name, input] of CALLS) {
      const full = 'url' in input ? { ...input, url: site.origin + input.url } : input;
      reported.push(await call(name, full).catch(({ message, hint }) => ({ message, hint })));
    }
    const text = JSON.stringify(reported);
    const bytes = Buffer.from(PASSWORD);
    const encodings = [PASSWORD, 'hunter2', bytes.toString('hex'), bytes.toString('base64').slice(0, 16)];
    for (const canary of encodings) expect(text).not.toContain(canary);
    for (const before of ['x', 'xy']) {
      expect(text).not.toContain(
        Buffer.from(before + PASSWORD)
          .toString('base64')
          .slice(4, 16),
      );
    }
    const files: { path: string; mimeType: string }[] = reported.flatMap((each) => Object(each).files ?? []);
    const written = files.filter(({ mimeType }) => mimeType === 'application/json');
    expect(written).toHaveLength(1);
    for (const { path } of written) {
      expect(readFileSync(path, 'utf8'), path).not.toContain('hunter2');
    }
  });

  test.each(['/same', '/shadow'])(
    'that stands in a password field of %s is hidden before it was ever read',
    async (path) => {
      await open(path);
      const find = path === '/same' ? 'frames[0].document' : 'document.querySelector("#host").shadowRoot';
      const { text } = await call('browser_evaluate', {
        script: `${find}.querySelector("[type=password]").value = "never-read-canary-1"; "It is never-read-canary-1"`,
      });
      expect(text).toContain('It is •••');
    },
  );

  const SLEEP = 'await new Promise((resolve) => setTimeout(resolve, 30));';
  const SET = 'password.value = "set-by-script-1";';
  test.each([
    ['awaits', `${SLEEP} ${SET} "set-by-script-1"`],
    ['promises', `(async () => { ${SLEEP} ${SET} return "set-by-script-1"; })()`],
    ['throws late', `${SLEEP} ${SET} throw new Error("set-by-script-1")`],
    ['answers by a getter', `({ get held() { ${SET} return "set-by-script-1"; } })`],
  ])('that a script which %s puts into a password field is hidden in its answer', async (_, script) => {
    for (const isRead of [false, true]) {
      await open('/');
      if (isRead) await call('browser_snapshot');
      const reported = await call('browser_evaluate', { script }).catch(({ message }) => ({ text: message }));
      expect(reported.text).toContain('•••');
      expect(reported.text).not.toContain('set-by-script-1');
    }
  });

  test.each([
    ['browser_type', { text: 'secret:login' }],
    ['browser_fill', { value: 'secret:login' }],
  ])('is typed by %s where it belongs, and reported nowhere afterwards', async (tool, input) => {
    await open('/');
    const { text, data } = await call(tool, { selector: '#note', ...input });
    expect(text).toContain('which now holds "•••"');
    await call(tool, { selector: '#password', ...input });
    const holds = await call('browser_evaluate', { script: `password.value === ${JSON.stringify(PASSWORD)}` });
    expect(holds.data).toMatchObject({ value: 'true' });
    const reported = (await everything()) + JSON.stringify({ text, data });
    expect(reported).not.toContain(PASSWORD);
    expect(reported).not.toContain(encodeURIComponent(PASSWORD));
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

  test('that is unknown is answered with the known ones', async () => {
    await open('/');
    await expect(call('browser_fill', { selector: '#note', value: 'secret:none' })).rejects.toMatchObject({
      code: 'not_found',
      hint: 'The secrets are secret:login, secret:other_login.',
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
