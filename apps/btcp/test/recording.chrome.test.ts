import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolveChrome } from '@btcp/chrome';
import { servePages } from '@btcp/test-support';
import { expect, test } from 'vitest';
import { btcp, TestHome } from './run-btcp.ts';
import { Workspace } from './workspace-client.ts';

const shop = (button: string) => `<title>Shop</title>
<form action="/results"><label>Search <input name="q"></label><select name="kind"><option value=a>Lamps<option value=b>Tables</select>
<input type="password" name="pin" aria-label="Pin"><button>${button}</button></form>
<ul><li><a href="/thing?n=1">More</a><li><a href="/thing?n=2">More</a></ul>`;

test('a recording is exported, replayed, and tells where a replay diverges', async () => {
  using home = new TestHome();
  let button = 'Find';
  const visited: string[] = [];
  await using site = await servePages({
    '/': (_request, response) => response.setHeader('content-type', 'text/html').end(shop(button)),
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
    const [, second] = refs(/link "More".*?\[ref=(\w+)\]/g);
    await call('browser_click', { selector: second });
    await call('browser_back', {});
    await call('browser_snapshot', {});
    await call('browser_type', { selector: 'input[name=q]', text: 'lamp' });
    await call('browser_fill', { selector: '[name=pin]', value: '1234-5678-x' });
    await call('browser_select', { selector: 'select', values: ['Tables'] });
    await call('browser_click', { selector: 'button' });

    const { body: actions } = await workspace.ask('GET', `${path}/recording`);
    expect(actions).toMatchObject([
      { tool: 'browser_navigate', url: `${site.origin}/` },
      { tool: 'browser_click', element: 'link "More"', selector: 'a[href="/thing?n=2"]' },
      { tool: 'browser_back' },
      { tool: 'browser_type', input: { text: 'lamp' }, selector: 'input[name="q"]' },
      { tool: 'browser_fill', input: { value: '•••' } },
      { tool: 'browser_select', element: expect.stringContaining('combobox') },
      { tool: 'browser_click', element: 'button "Find"', outcome: expect.stringContaining('/results') },
    ]);
    const exported = async (format: string) => {
      const { body } = await workspace.ask('GET', `${path}/recording?format=${format}`);
      return typeof body === 'string' ? body : JSON.stringify(body);
    };
    const playwright = await exported('playwright');
    expect(playwright).toContain(`await page.locator("input[name=\\"q\\"]").pressSequentially("lamp");`);
    expect(playwright).toContain('await expect(page).toHaveURL(');

    visited.length = 0;
    const script = join(home.path, 'recording.mjs');
    // The script asks for Puppeteer and its Chrome; here is the one of the tests.
    const puppeteer = import.meta.resolve('puppeteer-core');
    const { path: chrome, environment } = await resolveChrome({});
    writeFileSync(
      script,
      (await exported('puppeteer'))
        .replace("from 'puppeteer'", `from '${puppeteer}'`)
        .replace('launch()', `launch({ executablePath: ${JSON.stringify(chrome)}, args: ['--no-sandbox'] })`),
    );
    const run = spawn(process.execPath, [script], {
      env: { ...home.environment, ...environment },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    expect(await new Promise((resolve) => run.once('exit', resolve))).toBe(0);
    expect(visited).toEqual([expect.stringContaining('q=lamp&kind=b')]);

    const file = join(home.path, 'recording.btcp.json');
    writeFileSync(file, await exported('btcp'));
    visited.length = 0;
    const same = await btcp(home, ['replay', file]);
    expect(same).toMatchObject({ code: 0, stdout: expect.stringContaining('All 7 steps went as recorded.') });
    expect(visited).toEqual([expect.stringContaining('q=lamp&kind=b')]);

    button = 'Search';
    const other = await btcp(home, ['replay', file, '--json']);
    expect(other.code).toBe(1);
    expect(JSON.parse(other.stdout)).toEqual({
      steps: 7,
      divergence: {
        step: 7,
        tool: 'browser_click',
        what: 'another element was found',
        expected: 'button "Find"',
        found: 'button "Search"',
      },
    });
    writeFileSync(file, '{}');
    expect(await btcp(home, ['replay', file])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no recording'),
    });
  } finally {
    await workspace.stop();
  }
});

test('cookies, storage and tabs are saved and restored by name', async () => {
  using home = new TestHome();
  await using site = await servePages({
    '/in': (_request, response) =>
      response
        .setHeader('set-cookie', 'who=ada; Max-Age=3600; HttpOnly')
        .setHeader('content-type', 'text/html')
        .end('<title>In</title><script>localStorage.theme = "dark"</script>'),
    '/out': (_request, response) =>
      response
        .setHeader('set-cookie', 'who=; Max-Age=0')
        .setHeader('content-type', 'text/html')
        .end('<title>Out</title><script>localStorage.clear()</script>'),
    '/': (request, response) =>
      response
        .setHeader('content-type', 'text/html')
        .end(
          `<title>?</title><script>document.title = "${request.headers.cookie ?? 'none'} " + localStorage.theme</script>`,
        ),
  });
  const workspace = await Workspace.start(home);
  try {
    const { agent, path } = await workspace.begin('Keeper');
    const open = (where: string) =>
      workspace.ask('POST', `${path}/tools/browser_navigate`, { url: site.origin + where });
    await open('/in');
    await open('/');
    await workspace.ask('POST', `${path}/tools/browser_tabs`, { action: 'new', url: `${site.origin}/out?later` });
    await workspace.ask('POST', `${path}/tools/browser_tabs`, { action: 'new', url: `${site.origin}/in` });
    expect(await workspace.ask('POST', `/agents/${agent}/states`, { name: 'signed in' })).toMatchObject({
      status: 201,
    });
    await open('/out');
    expect(await open('/')).toMatchObject({ body: { page: { title: 'none undefined' } } });
    expect(await workspace.ask('POST', `/agents/${agent}/states/signed%20in/restore`, {})).toMatchObject({
      status: 204,
    });
    expect((await workspace.ask('GET', `/agents/${agent}/states`)).body).toMatchObject([{ name: 'signed in' }]);
    const { body: tabs } = await workspace.ask('POST', `${path}/tools/browser_tabs`, { action: 'list' });
    expect(tabs.data.tabs.map(({ url }: { url: string }) => url.replace(site.origin, ''))).toEqual([
      '/',
      '/out?later',
      '/in',
    ]);
    expect(await open('/')).toMatchObject({ body: { page: { title: 'who=ada dark' } } });
    await workspace.ask('DELETE', `/agents/${agent}/states/signed%20in`);
    expect(await workspace.ask('POST', `/agents/${agent}/states/signed%20in/restore`, {})).toMatchObject({
      status: 404,
    });
  } finally {
    await workspace.stop();
  }
});
