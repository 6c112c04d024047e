import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildExtension } from '../build.mjs';
import manifest from '../manifest.json' with { type: 'json' };
import { shareTab } from './sharing-a-tab.ts';
import { startStandIn } from './stand-in.ts';

test('the scripts of the extension share a tab with an MCP client (in Chrome itself: npm run test:extension)', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'btcp-extension-'));
  try {
    await using browser = await startStandIn(await buildExtension(folder));
    await shareTab(browser);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the extension asks Chrome for nothing beyond the tabs that the person chooses', () => {
  expect(manifest.permissions).toEqual(['activeTab', 'scripting', 'storage']);
  expect(manifest).not.toHaveProperty('host_permissions');
  expect(manifest).not.toHaveProperty('content_scripts');
});
