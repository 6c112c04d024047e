import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, serve, TestHome } from './run-btcp.ts';
import { openWorkspace, seriousFindings, type WorkspacePage } from './workspace-page.ts';

const home = new TestHome();
let server: RunningServer;
let admin: WorkspacePage;

beforeAll(async () => {
  server = await serve(home);
  admin = await openWorkspace(server);
});
afterAll(async () => {
  await admin[Symbol.asyncDispose]();
  await server.stop();
  home[Symbol.dispose]();
});

async function post(token: string | null, path: string, body: object, method = 'POST') {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(`${server.url}/api${path}`, { method, headers, body: JSON.stringify(body) });
  return response.json();
}

test('an admin creates a token with limits in the workspace, sees it once, and revokes it', async () => {
  const { page, see, button, text } = admin;
  await button('Tokens');
  await see("Only the server's token opens this workspace.");
  await button('New token');
  await page.locator('dialog input[name=name]').fill('Ann Lee');
  await button('Create token');
  await page.waitForSelector('dialog [role=alert]');
  expect(await text()).toContain('"Ann Lee" cannot be the name of a person here.');
  await page.locator('dialog input[name=name]').fill('ann');
  await page.locator('input[name=tools]').fill('safe, browser_screenshot');
  await button('Create token');
  await see('The token of ann. It is shown this once.');
  await see('tools: safe, browser_screenshot');
  expect(await seriousFindings(page, 'tokens')).toEqual([]);
  const token = /btcp_[\da-f]{12}_[\w-]{32}/.exec(await text())?.[0] ?? '';
  const id = token.split('_')[1];
  const list = () => fetch(`${server.url}/sessions/x/files`, { headers: { authorization: `Bearer ${token}` } });
  expect((await list()).status).toBe(200);
  await button(`Revoke the token ${id} of ann`);
  await button('Revoke');
  await see("Only the server's token opens this workspace.");
  expect((await list()).status).toBe(401);
  expect(await text()).not.toContain(token);
  await button('Who did what');
  await page.waitForSelector('[aria-label="Actions"] li');
  expect(await text()).toContain('ann GET files');
  expect(await seriousFindings(page, 'audit')).toEqual([]);
  await page.locator('[aria-label="Name of the person"]').fill('nobody');
  await see('No actions.');
  await button('Close');
});

test('a member signs in with their token, shares a session, and another one watches it', async () => {
  const { token: anns } = await post(server.token, '/tokens', { name: 'ann' });
  const { token: bobs } = await post(server.token, '/tokens', { name: 'bob' });
  const { slug } = await post(anns, '/agents', { name: 'Helper' });
  const { id } = await post(anns, `/agents/${slug}/sessions`, { title: 'Errand of ann' });
  await using ann = await openWorkspace(server, `/agents/${slug}/sessions/${id}#token=${anns}`);
  await ann.button('Share this session');
  await ann.see('Only you and admins see this session.');
  await ann.page.locator('input[name=person]').fill('ann');
  await ann.button('Share');
  await ann.see('The session cannot be shared with "ann".');
  await ann.page.locator('input[name=person]').fill('bob');
  await ann.button('Share');
  await ann.page.waitForSelector('[aria-label="Stop sharing with bob"]');
  expect(await seriousFindings(ann.page, 'share')).toEqual([]);
  await using bob = await openWorkspace(server, `/#token=${bobs}`);
  await bob.see('Errand of ann');
  await bob.see('You may watch');
  await bob.button('Tokens');
  await bob.page.waitForSelector('dialog li');
  expect(await bob.page.$$eval('dialog li strong', (names) => names.map((name) => name.textContent))).toEqual(['bob']);
  expect(await bob.page.$$eval('dialog button', (all) => all.map((button) => button.textContent))).not.toContain(
    'New token',
  );
  await ann.button('Stop sharing with bob');
  await bob.page.waitForFunction(() => !document.body.textContent.includes('Errand of ann'));
});

test('behind a name, the workspace makes a token for an MCP client and shows a configuration that works', async () => {
  using ownHome = new TestHome();
  const named = await serve(ownHome, ['--public-url', 'https://browser.example.com']);
  try {
    await using workspace = await openWorkspace(named);
    const { page, button, see } = workspace;
    await see('Each needs a token for this server.');
    await button('Create a token and show the configuration');
    await see('The token is shown only once.');
    const shown = await page.$eval('.copyable pre', ({ textContent }) => textContent);
    const { url, headers } = JSON.parse(shown).mcpServers.btcp;
    expect(await seriousFindings(page, 'MCP configuration')).toEqual([]);
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
    const { content } = await client.callTool({ name: 'browser_tabs', arguments: {} });
    expect(JSON.stringify(content)).toContain('about:blank');
    await client.close();
  } finally {
    await named.stop();
  }
});
