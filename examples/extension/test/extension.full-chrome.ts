// `npm run test:extension`: the extension in a real Chrome that loads it.
import { test } from 'vitest';
import { startFullChrome } from './full-chrome.ts';
import { shareTab } from './sharing-a-tab.ts';

test('the extension shares a tab with an MCP client, in a Chrome that loads extensions', async () => {
  await using browser = await startFullChrome();
  await shareTab(browser);
}, 120_000);
