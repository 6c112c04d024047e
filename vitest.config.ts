import { defineConfig } from 'vitest/config';

/** The same browser on every machine, where npm brings one: `BTCP_CHROME=/usr/bin/chromium npm test` tries another. */
const bundled = process.platform === 'linux' && process.arch === 'x64' ? { BTCP_CHROME: 'bundled' } : {};
const chrome = process.env.BTCP_CHROME ? { BTCP_CHROME: process.env.BTCP_CHROME } : bundled;

const shared = {
  testTimeout: 60_000,
  hookTimeout: 90_000,
  env: chrome,
  expect: { requireAssertions: true },
  server: { deps: { external: [/\/(?:packages|apps)\/[^/]+\/dist\//] } },
};

export default defineConfig({
  test: {
    // Tests with a browser wait more than they work: two at a time, on two cores as well.
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['{packages,apps,examples}/*/test/**/*.test.{ts,tsx}', 'scripts/test/**/*.test.ts'],
          exclude: ['**/*.chrome.test.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'chrome',
          include: ['{packages,apps,examples}/*/test/**/*.chrome.test.ts', 'scripts/test/**/*.chrome.test.ts'],
        },
      },
    ],
  },
});
