import { bundleApp, FRAMEWORKS, type PageServer, servePages } from '@btcp/test-support';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshBrowser } from './fresh-browser.ts';

const { call } = freshBrowser();
let pages: PageServer;

beforeAll(async () => {
  const apps = await Promise.all(
    FRAMEWORKS.map(async (framework) => {
      const code = (await bundleApp(framework)).replaceAll('</script', '<\\/script');
      return [`/${framework}`, `<!doctype html><div id="app"></div><script type="module">${code}</script>`] as const;
    }),
  );
  pages = await servePages(Object.fromEntries(apps));
});
afterAll(() => pages.close());

// What the framework itself holds, as the app prints it.
const state = async () => {
  const { data } = await call('browser_get_text', { selector: '#state' });
  return JSON.parse((data as { text: string }).text);
};

describe.each(FRAMEWORKS)('%s', (framework) => {
  test('REQ-BT-008: REQ-BT-009: its state follows trusted clicks and keys', async () => {
    await call('browser_navigate', { url: `${pages.origin}/${framework}` });
    await call('browser_wait_for', { selector: '#state' });
    await call('browser_click', { selector: '#count' });
    await call('browser_click', { selector: '#count', clickCount: 2 });
    await call('browser_click', { selector: '#agreed' });
    await call('browser_type', { selector: '#text', text: 'hello' });
    await call('browser_type', { selector: '#text', text: ' 漢字 é' });
    await call('browser_type', { selector: '#notes', text: 'one\ntwo' });
    await call('browser_select', { selector: '#color', values: ['Blue'] });
    expect(await state()).toEqual({ count: 3, agreed: true, text: 'hello 漢字 é', notes: 'one\ntwo', color: 'blue' });
    await call('browser_type', { selector: '#text', text: 'bye', clear: true });
    await call('browser_press', { key: 'Backspace' });
    expect(await state()).toMatchObject({ text: 'by' });
  });
});
