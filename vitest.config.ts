import { defineConfig } from 'vitest/config';
import { missingPrograms } from './scripts/proxies.mjs';

/** The same browser on every machine, where npm brings one: `BTCP_CHROME=/usr/bin/chromium npm test` tries another. */
const bundled = process.platform === 'linux' && process.arch === 'x64' ? { BTCP_CHROME: 'bundled' } : {};
const chrome = process.env.BTCP_CHROME ? { BTCP_CHROME: process.env.BTCP_CHROME } : bundled;

const shared = {
  testTimeout: 60_000,
  hookTimeout: 90_000,
  env: chrome,
  setupFiles: [`${import.meta.dirname}/scripts/set-up-tests.ts`],
  expect: { requireAssertions: true },
  // Packages are tested as they are built: Node imports them, and nothing transforms them for each file of tests.
  server: { deps: { external: [/\/(?:packages|apps)\/[^/]+\/dist\//] } },
};

const FOLDERS = '{packages/*,apps/*,examples/*,scripts}/test/**';

export default defineConfig({
  test: {
    // Tests with a browser wait about as long as they work: three at a time keep two cores busy.
    maxWorkers: 3,
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: [`${FOLDERS}/*.test.{ts,tsx}`],
          exclude: ['**/*.{chrome,soak}.test.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'chrome',
          include: [`${FOLDERS}/*.chrome.test.ts`],
          // `npm test` says that they were not run.
          exclude: missingPrograms().length > 0 ? ['**/proxies.chrome.test.ts'] : [],
        },
      },
      // Packaging, parity, memory and load: much work for each test.
      { test: { ...shared, name: 'soak', include: [`${FOLDERS}/*.soak.test.ts`] } },
    ],
  },
});
