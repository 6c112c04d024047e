import { servePages, startChrome } from '@btcp/test-support';
import { expect, test } from 'vitest';
import { serve, TestHome } from './run-btcp.ts';

test('the page lists the tools, calls them, and keeps the token out of the address', async () => {
  using home = new TestHome();
  await using pages = await servePages({ '/': '<title>Shop</title><button>Buy</button><input id=who aria-label=Who>' });
  const server = await serve(home);
  const chrome = await startChrome();
  try {
    const page = await chrome.newPage();
    const problems: string[] = [];
    page.on('console', (message) => problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(String(error)));
    await page.goto(`${server.url}/#token=${server.token}`);
    expect(page.url()).toBe(`${server.url}/`);

    const result = () => page.$eval('#result', (output) => output.textContent);
    const callTool = async (name: string, inputs: Record<string, string> = {}) => {
      await page.locator(`nav ::-p-text(${name})`).click();
      for (const [field, value] of Object.entries(inputs)) await page.locator(`[name=${field}]`).fill(value);
      const before = await result();
      await page.locator('button[type=submit]').click();
      await page.waitForFunction((text) => document.querySelector('#result')?.textContent !== text, {}, before);
      return result();
    };
    expect(await callTool('browser_navigate', { url: pages.origin })).toContain('"Shop"');
    expect(await callTool('browser_snapshot')).toContain('button "Buy" [ref=e1]');
    expect(await callTool('browser_snapshot', { selector: '#nothing' })).toContain("Selector '#nothing' not found");
    await page.locator('nav ::-p-text(browser_snapshot)').click();
    await page.locator('[name=interactive]').click();
    await page.locator('button[type=submit]').click();
    await page.waitForFunction(() => document.querySelector('#result')?.textContent?.includes('button "Buy"'));
    const list = JSON.stringify([{ selector: '#who', value: 'Ada' }]);
    expect(await callTool('browser_fill_form', { fields: list })).toContain('textbox "Who"');
    expect(await callTool('browser_wait_for', { selector: '#who', timeout: '5000' })).toContain('It is so');
    expect(await callTool('browser_screenshot')).toContain('Screenshot taken');
    expect(await page.$eval('#result img', (image) => (image as HTMLImageElement).naturalWidth)).toBe(1280);
    expect(problems.filter((text) => !text.includes('404'))).toEqual([]);
  } finally {
    await chrome.close();
    server.process.kill('SIGTERM');
    await server.ended;
  }
});
