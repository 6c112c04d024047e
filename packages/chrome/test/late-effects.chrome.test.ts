import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EFFECTS, servePages } from '../../../scripts/compare/pages.mjs';
import { freshBrowser } from './fresh-browser.ts';

const { call } = freshBrowser();
let pages: Awaited<ReturnType<typeof servePages>>;

beforeAll(async () => {
  pages = await servePages('');
});
afterAll(() => pages.close());

const open = (path: string) => call('browser_navigate', { url: pages.origin + path });

async function act() {
  const { data, text, page } = await call('browser_click', { selector: '#act' });
  return { effects: (data as { effects: Record<string, unknown> }).effects, text, page };
}

describe('browser_click shows what it sets off', () => {
  test('fourteen ways are covered', () => expect(EFFECTS).toHaveLength(14));

  test.each(EFFECTS)('%s', async (effect) => {
    await open(`/effect?effect=${encodeURIComponent(effect)}`);
    await call('browser_snapshot');
    const { effects, text, page } = await act();
    if (effect.includes('page')) {
      expect(effects.navigated).toMatch(/done$/);
      expect(page?.title).toBe('Done');
    } else {
      expect(effects.changes).toContain('it is done');
      expect(effects.navigated).toEqual(effect === 'by a new route' ? expect.stringMatching(/\/route$/) : undefined);
    }
    expect(text).not.toContain('Page unchanged');
  });

  test('by a timer, on a page that was never read', async () => {
    await open(`/effect?effect=${encodeURIComponent('by a timer of 400 ms')}`);
    expect((await act()).text).toContain('[the page has changed; browser_snapshot shows it]');
  });
});

test('browser_press shows what a timer does after a key', async () => {
  await open(`/effect?effect=${encodeURIComponent('by a timer of 150 ms')}`);
  await call('browser_snapshot');
  const { data } = await call('browser_press', { key: 'Enter', selector: '#act' });
  expect((data as { effects: { changes: string } }).effects.changes).toContain('it is done');
});
