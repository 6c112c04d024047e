import { spawn } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { resolveChrome } from '@btcp/chrome';
import { LiveClient, servePages } from '@btcp/test-support';
import { refOf, serveScriptedModel } from 'example-model/scripted-model';
import { expect, test, vi } from 'vitest';
import { btcp, TestHome } from './run-btcp.ts';
import { Workspace } from './workspace-client.ts';

const shop = (button: string, foreign: string) => `<title>Shop</title>
<form action="/results"><label>Search <input name="q"></label><select name="kind"><option value=a>Lamps<option value=b>Tables</select>
<input type="password" name="pin" aria-label="Pin"><button>${button}</button></form>
<ul><li><a href="/thing?n=1">More</a><li><a href="/thing?n=2">More</a></ul>
<iframe src="/near" title="Near"></iframe><iframe src="${foreign}/far" title="Far"></iframe>`;

const REPORT = `<script>function report(path) { const request = new XMLHttpRequest(); request.open('GET', path, false); request.send() }</script>`;

const MORE = ['link "More"', 'link "More"'];

// Each press is reported to the server before the click is done, so that reports come in the order of the clicks.
const pressed = (name: string) => `<button onclick="report('/pressed/${name}')">Press ${name}</button>${REPORT}`;

test('a recording is exported, replayed, and reports where a replay diverges', async () => {
  using home = new TestHome();
  let button = 'Find';
  const visited: string[] = [];
  await using site = await servePages({
    '/': (_request, response) =>
      response.setHeader('content-type', 'text/html').end(shop(button, site.origin.replace('127.0.0.1', 'localhost'))),
    '/near': pressed('near'),
    '/far': pressed('far'),
    '/pressed/near': (request, response) => response.end(visited.push(request.url ?? '') && ''),
    '/pressed/far': (request, response) => response.end(visited.push(request.url ?? '') && ''),
    '/results': (request, response) => {
      visited.push(request.url ?? '');
      response.setHeader('content-type', 'text/html').end('<title>Results</title><p>One lamp</p>');
    },
    '/thing': '<title>Thing</title>',
  });
  const workspace = await Workspace.start(home);
  try {
    const { path } = await workspace.begin('Shopper');
    const call = async (name: string, input: object) => {
      const { status, body } = await workspace.ask('POST', `${path}/tools/${name}`, input);
      expect(body).toMatchObject({ success: true });
      return { status, text: body.text as string };
    };
    await call('browser_navigate', { url: site.origin });
    const { text } = await call('browser_snapshot', {});
    const refs = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, ref]) => `@${ref}`);
    const [, second] = refs(/link "More".*?@(\w+)/g);
    await call('browser_click', { selector: second });
    await call('browser_back', {});
    const rebuilt = await vi.waitFor(async () => {
      const { text: shown } = await call('browser_snapshot', {});
      const found = ['near', 'far'].map((name) => new RegExp(`button "Press ${name}".*?@(\\w+)`).exec(shown)?.[1]);
      expect(found).not.toContain(undefined);
      return found;
    });
    for (const ref of rebuilt) await call('browser_click', { selector: `@${ref}` });
    // The steps of a batch are recorded like calls of their own.
    await call('browser_batch', {
      steps: [
        { tool: 'browser_type', arguments: { selector: 'input[name=q]', text: 'lamp' } },
        { tool: 'browser_fill', arguments: { selector: '[name=pin]', value: '1234-5678-x' } },
      ],
    });
    await call('browser_select', { selector: 'select', values: ['Tables'] });
    await call('browser_click', { selector: 'button' });

    const { body: actions } = await workspace.ask('GET', `${path}/recording`);
    expect(actions).toMatchObject([
      { tool: 'browser_navigate', url: `${site.origin}/` },
      { tool: 'browser_click', element: 'link "More"', selector: 'a[href="/thing?n=2"]' },
      { tool: 'browser_back' },
      { element: 'button "Press near"', selector: 'body > button', frames: ['iframe[title="Near"]'] },
      { element: 'button "Press far"', selector: 'button', frames: ['iframe[title="Far"]'] },
      { tool: 'browser_type', input: { text: 'lamp' }, selector: 'input[name="q"]' },
      { tool: 'browser_fill', input: { value: '•••' } },
      { tool: 'browser_select', element: expect.stringContaining('combobox') },
      {
        tool: 'browser_click',
        element: 'button "Find"',
        outcome: expect.stringContaining('/results'),
        around: { isOnly: true, before: [expect.stringContaining('combobox'), 'textbox "Pin"'], after: MORE },
      },
    ]);
    const exported = async (format: string) => {
      const { body } = await workspace.ask('GET', `${path}/recording?format=${format}`);
      return typeof body === 'string' ? body : JSON.stringify(body);
    };
    const { path: chrome, environment } = await resolveChrome({});
    const launch = { executablePath: chrome, args: ['--no-sandbox'] };
    const run = async (...args: string[]) => {
      visited.length = 0;
      const env = { ...home.environment, ...environment };
      const child = spawn(process.execPath, args, { cwd: home.path, env, stdio: ['ignore', 'pipe', 'inherit'] });
      const [output, code] = await Promise.all([
        readAll(child.stdout),
        new Promise((resolve) => child.once('exit', resolve)),
      ]);
      expect(code, output).toBe(0);
    };
    const everything = ['/pressed/near', '/pressed/far', expect.stringContaining('q=lamp&kind=b')];

    // The script asks for Puppeteer and its Chrome; here is the one of the tests.
    const puppeteer = import.meta.resolve('puppeteer-core');
    const script = (await exported('puppeteer'))
      .replace("from 'puppeteer'", `from '${puppeteer}'`)
      .replace('launch({ args: [', `launch({ executablePath: '${chrome}', args: ['--no-sandbox', `);
    writeFileSync(join(home.path, 'recording.mjs'), script);
    await run('recording.mjs');
    expect(visited).toEqual(everything);

    // The test is run as it is, where Playwright is installed.
    const playwright = dirname(fileURLToPath(import.meta.resolve('@playwright/test')));
    symlinkSync(dirname(dirname(playwright)), join(home.path, 'node_modules'));
    // The patience of Playwright is that of an idle machine.
    const patience = { timeout: 200_000, expect: { timeout: 60_000 } };
    const config = { testDir: '.', reporter: 'line', ...patience, use: { launchOptions: launch } };
    writeFileSync(join(home.path, 'playwright.config.mjs'), `export default ${JSON.stringify(config)};`);
    const spec = await exported('playwright');
    expect(spec).toContain(`page.getByRole('button', { name: "Find", exact: true }).click()`);
    expect(spec).toContain(`expect(page.getByRole('textbox', { name: "Search", exact: true })).toHaveValue("lamp")`);
    // Two links have this name.
    expect(spec).toContain(`page.locator("a[href=\\"/thing?n=2\\"]").click()`);
    writeFileSync(join(home.path, 'recording.spec.ts'), spec);
    await run(join(playwright, 'cli.js'), 'test');
    expect(visited).toEqual(everything);

    const file = join(home.path, 'recording.btcp.json');
    writeFileSync(file, await exported('btcp'));
    visited.length = 0;
    const same = await btcp(home, ['replay', file]);
    expect(same).toMatchObject({ code: 0, stdout: expect.stringContaining('All 9 steps went as recorded.') });
    expect(visited).toEqual(everything);

    button = 'Search';
    const other = await btcp(home, ['replay', file, '--heal', 'off', '--json']);
    expect(other.code).toBe(1);
    expect(JSON.parse(other.stdout)).toEqual({
      success: false,
      error: { code: 'not_found', message: 'Step 9 (browser_click) diverges: another element was found.' },
      steps: 9,
      healed: [],
      written: false,
      divergence: {
        step: 9,
        tool: 'browser_click',
        what: 'another element was found',
        expected: 'button "Find"',
        found: 'button "Search"',
      },
    });
    visited.length = 0;
    const healed = await btcp(home, ['replay', file, '--write']);
    expect(healed.stdout).toContain('healed: button "Find" is now button "Search" (a button with the same neighbours)');
    expect(healed.stdout).toContain('All 9 steps were done, 1 of them on a changed page.');
    expect(healed.code).toBe(0);
    expect(visited).toEqual(everything);
    const updated = await btcp(home, ['replay', file]);
    expect(updated).toMatchObject({ code: 0, stdout: expect.stringContaining('All 9 steps went as recorded.') });
    writeFileSync(file, '{}');
    expect(await btcp(home, ['replay', file])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('not a BTCP recording'),
    });
  } finally {
    await workspace.stop();
  }
});

test('fields of a form and elements in a frame of another origin are found on a changed page, and written back', async () => {
  using home = new TestHome();
  const sent: string[] = [];
  let words = ['Mail', 'Town', 'Accept'];
  await using inner = await servePages({
    '/': (_request, response) =>
      response
        .setHeader('content-type', 'text/html')
        .end(
          `<h2>Terms</h2><button onclick="report('/pressed')">${words[2]}</button><a href="#more">Read more</a>${REPORT}`,
        ),
    '/pressed': (_request, response) => {
      sent.push('pressed');
      response.end();
    },
  });
  await using site = await servePages({
    '/': (_request, response) =>
      response.setHeader('content-type', 'text/html').end(`<title>Form</title><form action="/done">
        <a href="#help">Help</a><input name="a-${words[0]}" aria-label="${words[0]}"><a href="#why">Why</a>
        <input name="b-${words[1]}" aria-label="${words[1]}"><button>Send</button></form><iframe src="${inner.origin}"></iframe>`),
    '/done': (request, response) => {
      sent.push(new URL(request.url ?? '', 'http://x').search);
      response.setHeader('content-type', 'text/html').end('<title>Done</title>');
    },
  });
  const workspace = await Workspace.start(home);
  try {
    const { path } = await workspace.begin('Clerk');
    const call = async (name: string, input: object) => {
      const { status, body } = await workspace.ask('POST', `${path}/tools/${name}`, input);
      expect(status, JSON.stringify(body)).toBe(200);
      return body;
    };
    await call('browser_navigate', { url: site.origin });
    const refs = await vi.waitFor(async () => {
      const { data } = await call('browser_snapshot', {});
      const found = Object.entries(data.refs as Record<string, { name: string }>);
      const named = Object.fromEntries(found.map(([ref, { name }]) => [name, ref]));
      expect(named).toHaveProperty('Accept');
      return named;
    });
    await call('browser_click', { selector: refs.Accept });
    const fields = [
      { selector: refs.Mail, value: 'ada' },
      { selector: refs.Town, value: 'Bern' },
    ];
    await call('browser_fill_form', { fields });
    await call('browser_click', { selector: refs.Send });
    const { body: recording } = await workspace.ask('GET', `${path}/recording?format=btcp`);
    const file = join(home.path, 'form.btcp.json');
    writeFileSync(file, typeof recording === 'string' ? recording : JSON.stringify(recording));

    words = ['E-mail address', 'City', 'I agree'];
    sent.length = 0;
    const healed = await btcp(home, ['replay', file, '--write', '--json']);
    expect(JSON.parse(healed.stdout)).toMatchObject({
      success: true,
      written: true,
      healed: [
        { was: 'button "Accept"', is: 'button "I agree"' },
        { was: 'textbox "Mail", textbox "Town"', is: 'textbox "E-mail address", textbox "City"' },
      ],
    });
    expect(sent).toEqual(['pressed', '?a-E-mail+address=ada&b-City=Bern']);
    const updated = await btcp(home, ['replay', file, '--json']);
    expect(JSON.parse(updated.stdout)).toMatchObject({ success: true, healed: [] });

    words = ['E-mail address', '', 'I agree'];
    const gone = await btcp(home, ['replay', file, '--heal', 'off', '--json']);
    expect(JSON.parse(gone.stdout)).toMatchObject({ success: false, divergence: { tool: 'browser_fill_form' } });
  } finally {
    await workspace.stop();
  }
});

test('a step whose element is gone is handed to the model of an agent, which is checked by where it leads', async () => {
  using home = new TestHome();
  await using site = await servePages({
    '/': '<title>Shop</title><h1>A lamp</h1><a href="/done">Get it now</a><a href="/help">Help</a>',
    '/done': '<title>Done</title>',
    '/help': '<title>Help</title>',
  });
  const model = await serveScriptedModel([
    [['browser_snapshot', {}]],
    (messages) => [['browser_click', { selector: refOf(messages, 'link "Get it now"') }]],
    'It is bought.',
    [['browser_snapshot', {}]],
    (messages) => [['browser_click', { selector: refOf(messages, 'link "Help"') }]],
    'It is bought.',
  ]);
  const workspace = await Workspace.start(home, {
    OPENAI_BASE_URL: model.baseURL,
    MODEL: 'scripted',
    OPENAI_API_KEY: 'none',
  });
  try {
    const { agent } = await workspace.begin('Buyer');
    const file = join(home.path, 'buy.btcp.json');
    const step = { id: 1, time: 0, success: true, input: {}, outcome: 'Open a page', url: `${site.origin}/` };
    const around = { isOnly: true, before: ['heading "A lamp"'], after: ['link "Terms"'] };
    const order = { element: 'button "Order"', role: 'button', name: 'Order', selector: '#order', around };
    const actions = [
      { ...step, tool: 'browser_navigate', input: { url: site.origin } },
      { ...step, ...order, id: 2, tool: 'browser_click', outcome: 'Ordered', url: `${site.origin}/done` },
    ];
    writeFileSync(file, JSON.stringify({ btcp: 1, title: 'Buy', actions }));
    const alone = await btcp(home, ['replay', file, '--json']);
    expect(JSON.parse(alone.stdout)).toMatchObject({
      divergence: { step: 2, found: 'The page has no button "Order", and nothing with the same neighbours.' },
    });
    const helped = await btcp(home, ['replay', file, '--agent', agent, '--heal', 'model', '--json']);
    expect(JSON.parse(helped.stdout)).toMatchObject({
      success: true,
      divergence: null,
      healed: [{ step: 2, was: 'button "Order"', is: 'done by the model' }],
    });
    const misled = await btcp(home, ['replay', file, '--agent', agent, '--heal', 'model', '--json']);
    expect(JSON.parse(misled.stdout)).toMatchObject({
      divergence: { step: 2, what: 'the page is another', found: `${site.origin}/help` },
    });
    const wrong = await btcp(home, ['replay', file, '--heal', 'model']);
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('--heal model needs an agent.') });
  } finally {
    await workspace.stop();
    await model.close();
  }
});

test('what a person does is recorded without a word of it, and a replay needs one again', async () => {
  using home = new TestHome();
  await using site = await servePages({
    '/login': `<title>Login</title><style>body { margin: 0 } input { position: absolute; left: 20px }</style>
      <form action="/home"><input name="user" style="top:20px"><input name="pin" type="password" style="top:60px"><button hidden></button></form>`,
    '/home': '<title>Home</title><button>Order</button>',
  });
  const workspace = await Workspace.start(home);
  const signIn = async (person: LiveClient, secret: string) => {
    await person.take(false);
    person.click(30, 30);
    for (const letter of 'zebra-name') person.key(letter);
    person.click(30, 70);
    person.send({ type: 'input_paste', text: secret });
    person.key('Enter', { code: 'Enter', text: '\r' });
    await person.next('tabs', ({ tabs }) => tabs.some(({ title }) => title === 'Home'));
    await person.giveBack({ outcome: 'done' });
    await person.close();
  };
  try {
    const { agent, session, path } = await workspace.begin('Signer');
    const call = (name: string, input: object) => workspace.ask('POST', `${path}/tools/${name}`, input);
    const events = await workspace.events(path);
    await call('browser_navigate', { url: `${site.origin}/login` });
    const stream = workspace.server.url.replace('http', 'ws');
    const address = `${stream}/api/agents/${agent}/browser/stream?sessionId=${session}`;
    await signIn(await LiveClient.live(address, workspace.server.token ?? ''), 'zebra-pin');
    await call('browser_click', { selector: 'button' });
    const { body: actions } = await workspace.ask('GET', `${path}/recording`);
    const outcome = expect.stringMatching(
      new RegExp(`^drove for \\d+ s: 2 clicks, typed into 2 fields, ended at ${site.origin}/home$`),
    );
    expect(actions).toMatchObject([
      { tool: 'browser_navigate' },
      { tool: 'person', success: true, outcome, input: { clicks: 2, fields: 2, isPrivate: false } },
      { tool: 'browser_click', element: 'button "Order"' },
    ]);
    expect(await events.next('action', ({ action }) => action.tool === 'person')).toMatchObject({
      action: { outcome },
    });
    events.close();

    const exported = async (format: string) => (await workspace.ask('GET', `${path}/recording?format=${format}`)).body;
    for (const format of ['puppeteer', 'playwright']) {
      const script = await exported(format);
      expect(script).toContain('// A person drove for');
      expect(script).toContain('// Do this by hand, or start from a state in which it is done.');
    }
    // The form has put it into the address of the page that the agent then works in.
    const reported = [events.all, await workspace.state(path), actions, workspace.server.log];
    expect(JSON.stringify(reported)).not.toContain('zebra');

    expect(await workspace.ask('POST', `/agents/${agent}/states`, { name: 'signed in' })).toMatchObject({
      status: 201,
    });
    const file = join(home.path, 'recording.btcp.json');
    writeFileSync(file, JSON.stringify(await exported('btcp')));
    const stopped = await btcp(home, ['replay', file]);
    expect(stopped).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Step 2 (person) diverges: this step needs a person.'),
    });
    expect(stopped.stderr).toContain('--person wait');
    const skipped = await btcp(home, ['replay', file, '--person', 'skip', '--json']);
    expect(JSON.parse(skipped.stdout)).toMatchObject({ steps: 3, divergence: { step: 3, what: 'the step failed' } });

    const waiting = btcp(home, ['replay', file, '--person', 'wait', '--session', 'again']);
    const again = `${stream}/browser/stream?sessionId=again`;
    const isAsked = async () => {
      const { body } = await workspace.server.get('/browser/status?sessionId=again');
      expect(body).toMatchObject({ control: { request: { message: expect.stringContaining('typed into 2 fields') } } });
    };
    await vi.waitFor(isAsked, { interval: 100 });
    await signIn(await LiveClient.live(again, workspace.server.token ?? ''), 'other-pin');
    expect(await waiting).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('All 3 steps went as recorded.'),
      stderr: expect.stringContaining(`A person is needed at ${workspace.server.url}/live#`),
    });
  } finally {
    await workspace.stop();
  }
});

const MAKE_DATABASE = `new Promise((resolve) => {
  const request = indexedDB.open('app');
  request.onupgradeneeded = () => request.result.createObjectStore('notes');
  request.onsuccess = () => {
    const notes = request.result.transaction('notes', 'readwrite').objectStore('notes');
    notes.put(new Error('of this browser'), 'failed');
    notes.put({ kept: [1, 'one'] }, 'note').onsuccess = () => resolve('made');
  };
})`;
const READ_DATABASE = `new Promise((resolve) => {
  indexedDB.open('app').onsuccess = ({ target }) => {
    target.result.transaction('notes').objectStore('notes').get('note').onsuccess = ({ target }) => resolve(target.result);
  };
})`;

test('cookies, storage and tabs are saved and restored by name, through HTTP and the command', async () => {
  using home = new TestHome();
  const page = (response: ServerResponse, body: string) => response.setHeader('content-type', 'text/html').end(body);
  await using inner = await servePages({
    '/': '<title>Inner</title>',
    '/keep': '<script>localStorage.inner = "kept"; sessionStorage.inner = "kept too"</script>',
  });
  await using site = await servePages({
    '/in': (_request, response) =>
      page(
        response.setHeader('set-cookie', 'who=ada; Max-Age=3600; HttpOnly'),
        `<title>In</title><script>localStorage.theme = "dark"; sessionStorage.step = location.hash</script>
         <iframe src="${inner.origin}/keep"></iframe>`,
      ),
    '/out': (_request, response) => page(response.setHeader('set-cookie', 'who=; Max-Age=0'), '<title>Out</title>'),
    '/who': (request, response) =>
      page(
        response,
        `<title>?</title><script>
          document.title = ["${request.headers.cookie ?? 'none'}", localStorage.theme, sessionStorage.step].join(' ');
        </script>`,
      ),
  });
  const workspace = await Workspace.start(home);
  try {
    const { agent, path } = await workspace.begin('Keeper');
    const call = (name: string, input: object, at = path) => workspace.ask('POST', `${at}/tools/${name}`, input);
    const open = (where: string) => call('browser_navigate', { url: site.origin + where });
    const title = async () => (await call('browser_snapshot', {})).body.page.title;
    await open('/in#one');
    await call('browser_evaluate', { script: MAKE_DATABASE });
    await call('browser_tabs', { action: 'new', url: `${site.origin}/out?later` });
    await call('browser_tabs', { action: 'new', url: `${site.origin}/in#two` });
    const { body: before } = await call('browser_tabs', { action: 'list' });
    await call('browser_tabs', { action: 'select', tab: before.data.tabs[0].id });
    expect(await workspace.ask('POST', `/agents/${agent}/states`, { name: 'signed in' })).toMatchObject({
      status: 201,
      body: { leftOut: [`${site.origin}: 1 entry of "notes" in the database "app" (of type Error)`] },
    });

    // Everything of the browser is another: what it is signed in to, and what its pages and tabs have stored.
    await open('/out');
    await call('browser_evaluate', {
      script: 'localStorage.theme = "light"; localStorage.later = 1; sessionStorage.clear()',
    });
    expect(await workspace.ask('POST', `/agents/${agent}/states/signed%20in/restore`, {})).toMatchObject({
      status: 204,
    });
    expect((await workspace.ask('GET', `/agents/${agent}/states`)).body).toMatchObject([{ name: 'signed in' }]);
    const { body: after } = await call('browser_tabs', { action: 'list' });
    expect(after.data.tabs).toMatchObject([
      { url: `${site.origin}/in#one`, active: true },
      { url: `${site.origin}/out?later`, active: false },
      { url: `${site.origin}/in#two`, active: false },
    ]);
    await open('/who');
    expect(await title()).toBe('who=ada dark #one');
    await call('browser_tabs', { action: 'select', tab: after.data.tabs[2].id });
    await open('/who');
    expect(await title()).toBe('who=ada dark #two');
    expect((await call('browser_evaluate', { script: 'localStorage.later' })).body.data.value).toBe('undefined');

    // A fresh browser, in another session, from the shell.
    await call('browser_close', {});
    const command = (...words: string[]) => btcp(home, ['state', ...words, '--agent', agent]);
    expect(await command('restore', 'signed in')).toMatchObject({ code: 0, stdout: 'Restored "signed in".\n' });
    const { body: session } = await workspace.ask('POST', `/agents/${agent}/sessions`, {});
    const other = `/agents/${agent}/sessions/${session.id}`;
    const shown = await call('browser_navigate', { url: `${site.origin}/who` }, other);
    expect(shown).toMatchObject({ body: { page: { title: 'who=ada dark #one' } } });
    const saved = await command('save', 'again');
    expect(saved).toMatchObject({ code: 0, stdout: 'Saved "again".\n', stderr: '' });
    const read = await call('browser_evaluate', { script: READ_DATABASE }, other);
    expect(read.body.data.value).toBe('{"kept":[1,"one"]}');
    await call('browser_navigate', { url: inner.origin }, other);
    const script = '[localStorage.inner, sessionStorage.inner]';
    expect((await call('browser_evaluate', { script }, other)).body.data.value).toBe('["kept","kept too"]');

    expect(await command('save', 'later')).toMatchObject({ code: 0 });
    expect(await command('list')).toMatchObject({
      stdout: expect.stringMatching(/ {2}again\n.* {2}later\n.* {2}signed in\n/),
    });
    expect(await command('remove', 'signed in')).toMatchObject({ code: 0 });
    expect(await command('restore', 'signed in')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('has no state'),
    });
    expect(await command('guess', 'later')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no command btcp state guess.'),
    });
    expect(await btcp(home, ['state', 'list'])).toMatchObject({ code: 2, stderr: expect.stringContaining('No agent') });
  } finally {
    await workspace.stop();
  }
});
