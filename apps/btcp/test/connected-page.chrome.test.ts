import { serveModulePage, startChrome } from '@btcp/test-support';
import { expect, test, vi } from 'vitest';
import { btcp, serve, TestHome } from './run-btcp.ts';

const SCRIPT = `
  import { createClient } from '/client/index.js';
  import { servePageAgent } from '/client/page-agent.js';
  import { BrowserAgent } from '/agent/index.js';
  document.body.innerHTML = '<h1>My own tab</h1><button onclick="document.title = \\'clicked\\'">Press</button>';
  const [serverUrl, token] = decodeURIComponent(location.hash.slice(1)).split(' ');
  const client = createClient({ serverUrl, auth: { type: 'bearer', token }, grants: ['dom:write'] });
  servePageAgent(client, new BrowserAgent());
  await client.connect();
  document.title = 'connected'`;

test('a page that a person has open is driven by btcp call, and only when its origin was allowed', async () => {
  using home = new TestHome();
  await using site = await serveModulePage(SCRIPT);
  const chrome = await startChrome();
  const visit = async (server: { btcp: string; token: string | null }) => {
    const tab = await chrome.newPage();
    await tab.goto(`${site.origin}/#${encodeURIComponent(`${server.btcp} ${server.token}`)}`);
    return tab;
  };
  const call = (name: string, input = {}) => btcp(home, ['call', name, JSON.stringify(input), '--session', 'page']);
  try {
    const closed = await serve(home);
    await visit(closed);
    expect(await call('browser_snapshot')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('No page offers to be driven'),
    });
    closed.process.kill('SIGTERM');
    await closed.ended;

    const server = await serve(home, ['--allow-origin', site.origin]);
    const tab = await visit(server);
    await vi.waitFor(async () => expect(await tab.title()).toBe('connected'), { timeout: 10_000 });
    expect((await call('browser_snapshot')).stdout).toContain('heading "My own tab"');
    expect((await call('browser_click', { selector: 'button' })).stdout).toContain('Clicked button "Press"');
    expect(await tab.title()).toBe('clicked');
    server.process.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  } finally {
    await chrome.close();
  }
}, 60_000);
