import { bundleApp, FRAMEWORKS, startChrome } from '@btcp/test-support';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agentIn, type OpenedAgent } from './support/open-browser-agent.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await startChrome();
});
afterAll(() => browser.close());

// What the framework itself holds, as the app prints it.
async function stateOf({ agent }: Pick<OpenedAgent, 'agent'>): Promise<unknown> {
  return JSON.parse(await agent.evaluate((agent) => agent.getText('#state')));
}

describe.each(FRAMEWORKS)('%s', (framework) => {
  let code: string;
  beforeAll(async () => {
    code = await bundleApp(framework);
  });

  async function openApp(): Promise<OpenedAgent> {
    const page = await browser.newPage();
    await page.setContent('<div id="app"></div>');
    await page.addScriptTag({ content: code, type: 'module' });
    const opened = { ...(await agentIn(page)), [Symbol.asyncDispose]: () => page.close() };
    await opened.agent.evaluate((agent) => agent.waitFor('#state'));
    return opened;
  }

  test('click counts', async () => {
    await using app = await openApp();
    await app.agent.evaluate(async (agent) => {
      await agent.click('#count');
      await agent.dblclick('#count');
    });
    expect(await stateOf(app)).toMatchObject({ count: 3 });
  });

  test('type reaches the state, and so do clear and deleting keys', async () => {
    await using app = await openApp();
    const result = await app.agent.evaluate((agent) => agent.type('#text', 'hello'));
    expect(result).toMatchObject({ value: 'hello' });
    expect(await stateOf(app)).toMatchObject({ text: 'hello' });
    await app.agent.evaluate((agent) => agent.type('#text', ' you'));
    expect(await stateOf(app)).toMatchObject({ text: 'hello you' });
    await app.agent.evaluate(async (agent) => {
      await agent.type('#text', 'bye', { clear: true });
      await agent.press('Backspace');
    });
    expect(await stateOf(app)).toMatchObject({ text: 'by' });
  });

  test('fill reaches the state, again and again, and empties it', async () => {
    await using app = await openApp();
    await app.agent.evaluate(async (agent) => {
      await agent.fill('#text', 'one');
      await agent.fill('#text', 'two');
      await agent.fill('#notes', 'line\nline');
    });
    expect(await stateOf(app)).toMatchObject({ text: 'two', notes: 'line\nline' });
    await app.agent.evaluate((agent) => agent.fill('#text', ''));
    expect(await stateOf(app)).toMatchObject({ text: '' });
  });

  test('select, check and uncheck reach the state', async () => {
    await using app = await openApp();
    const results = await app.agent.evaluate(async (agent) => [
      await agent.select('#color', 'Blue'),
      await agent.check('#agreed'),
    ]);
    expect(results).toMatchObject([{ value: 'blue', selected: ['Blue'] }, { checked: true }]);
    expect(await stateOf(app)).toMatchObject({ color: 'blue', agreed: true });
    await app.agent.evaluate((agent) => agent.uncheck('#agreed'));
    expect(await stateOf(app)).toMatchObject({ agreed: false });
  });

  test('keys reach the state: Space on the box, arrows on the list', async () => {
    await using app = await openApp();
    await app.agent.evaluate(async (agent) => {
      await agent.press('Space', '#agreed');
      await agent.press('ArrowDown', '#color');
    });
    expect(await stateOf(app)).toMatchObject({ color: 'blue', agreed: true });
  });
});
