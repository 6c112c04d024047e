import { serveModulePage } from '@btcp/test-support';
import { expect, test } from 'vitest';
import { serve, TestHome } from './run-btcp.ts';
import { openWorkspace, seriousFindings } from './workspace-page.ts';

// A list that a person has open: it offers a tool of its own, and to be driven. Each document connects again.
const LIST = `
  import { createClient } from '/client/index.js';
  import { servePageAgent } from '/client/page-agent.js';
  import { BrowserAgent } from '/agent/index.js';
  sessionStorage.server ??= decodeURIComponent(location.hash.slice(1));
  const [serverUrl, token] = sessionStorage.server.split(' ');
  document.title = 'My list';
  document.body.innerHTML = '<h1>List' + location.search + '</h1><ul id="list"></ul><a href="/?second">Second list</a>'
    + '<button onclick="this.textContent = \\'Cleared\\'">Clear</button>';
  const metadata = { title: document.title, url: location.origin + location.pathname };
  const client = createClient({ serverUrl, auth: { type: 'bearer', token }, grants: ['dom:write'], metadata });
  client.registerTool({
    name: 'add_entry',
    description: 'Adds an entry',
    inputSchema: { type: 'object', properties: { text: { type: 'string' }, place: { type: 'integer' } }, required: ['text'] },
    handler: ({ text, place }) => {
      const item = Object.assign(document.createElement('li'), { textContent: text });
      document.querySelector('#list').append(item);
      return 'Entry ' + place + ' is ' + text;
    },
  });
  servePageAgent(client, new BrowserAgent());
  await client.connect()`;

test('a page that a person has connected is read and used from the workspace, and followed until it goes', async () => {
  using home = new TestHome();
  await using site = await serveModulePage(LIST);
  const server = await serve(home, ['--allow-origin', site.origin]);
  try {
    await using workspace = await openWorkspace(server);
    const { browser, page, see, button, problems } = workspace;
    const choose = (tool: string) => page.locator('.page-form select').fill(tool);
    const done = (count: number) =>
      page.waitForFunction(
        (wanted) => document.querySelectorAll('.tool[data-state=done]').length === wanted,
        {},
        count,
      );
    const line = () => page.$$eval('.tool-line', (all) => all.at(-1)?.textContent ?? '');
    await see('Give an agent a browser');
    const tab = await browser.newPage();
    await tab.goto(`${site.origin}/#${encodeURIComponent(`${server.btcp} ${server.token}`)}`);
    await page.bringToFront();
    await button('My list');
    await see('heading "List"');
    await see('Connected');
    expect(await seriousFindings(page, 'connected page')).toEqual([]);

    await page.locator('.page-form [name=text]').fill('Bread');
    await page.locator('.page-form [name=place]').fill('1');
    await button('Call');
    await done(1);
    expect(await line()).toContain('Entry 1 is Bread');
    await see('listitem: Bread');

    await choose('browser_click');
    const names = await page.$$eval('.page-form option', (all) => all.map((each) => each.textContent));
    expect(names).toEqual(expect.arrayContaining(['add_entry', 'browser_snapshot']));
    expect(names).not.toContain('browser_set_offline');
    await page.$$eval('.snapshot > div', (all) =>
      all
        .find((each) => each.textContent?.includes('Clear'))
        ?.querySelector('button')
        ?.click(),
    );
    await button('Call');
    await done(2);
    expect(await line()).toContain('the page changed');
    await see('button "Cleared"');

    const { pathname } = new URL(page.url());
    await choose('browser_click');
    await page.locator('.page-form [name=selector]').fill('a');
    await button('Call');
    await done(3);
    await see('heading "List?second"');
    expect(new URL(page.url()).pathname).not.toBe(pathname);
    expect(await page.$$('.tool-line')).toHaveLength(3);

    await tab.close();
    await see('This page is gone');
    await see('Disconnected');
    expect(await seriousFindings(page, 'page that is gone')).toEqual([]);
    expect(problems).toEqual([]);
  } finally {
    await server.stop();
  }
});
