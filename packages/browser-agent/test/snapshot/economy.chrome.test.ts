import { expect, test } from 'vitest';
import { FIXTURE_PAGES } from '../fixtures/pages.ts';
import { snapshotOf, useChrome } from '../shared-chrome.ts';

const chrome = useChrome();

// Characters of a snapshot for each character of visible text: more controls, more lines.
const MOST: Readonly<Record<string, number>> = {
  news: 1.8,
  article: 1.3,
  shop: 3.3,
  table: 3.3,
  docs: 1.35,
  forum: 1.45,
};

test.each(Object.entries(FIXTURE_PAGES))(
  'the %s page is read in few characters, and no word is lost',
  async (name, html) => {
    await using page = await chrome.open(html);
    const { tree } = await snapshotOf(page, { maxSize: 1e9 });
    const { text, words } = await page.page.evaluate(() => {
      const seen = new Set<string>();
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (!parent?.checkVisibility() || parent.closest('script, style, option, [aria-hidden="true"]')) continue;
        for (const word of node.textContent?.match(/[\p{L}\p{N}]+/gu) ?? []) seen.add(word);
      }
      // biome-ignore lint/performance/useDomNodeTextContent: the yardstick is the text as it is shown
      return { text: document.body.innerText.replace(/\s+/g, ' '), words: [...seen] };
    });
    const missing = words.filter((word) => !tree.includes(word));
    expect(missing).toEqual([]);
    expect(words.length).toBeGreaterThan(50);
    expect(tree.length / text.length).toBeLessThan(MOST[name] ?? 0);
  },
);
