import { defineConfig } from 'vitest/config';
import { findPostgres, findProgram, missingPrograms } from './scripts/proxies.mjs';

/** The same browser on every machine, where npm brings one: `BTCP_CHROME=/usr/bin/chromium npm test` tries another. */
const bundled = process.platform === 'linux' && process.arch === 'x64' ? { BTCP_CHROME: 'bundled' } : {};
const chrome = process.env.BTCP_CHROME ? { BTCP_CHROME: process.env.BTCP_CHROME } : bundled;

const shared = {
  testTimeout: 120_000,
  hookTimeout: 180_000,
  env: chrome,
  setupFiles: [`${import.meta.dirname}/scripts/set-up-tests.ts`],
  expect: { requireAssertions: true, poll: { timeout: 40_000 } },
  // Packages are tested as they are built: Node imports them, and nothing transforms them for each file of tests.
  server: { deps: { external: [/\/(?:packages|apps)\/[^/]+\/dist\//] } },
};

/** Files share a process, which has loaded the packages once; the setup checks that a file leaves nothing to the next. */
const together = { ...shared, isolate: false };

const FOLDERS = '{packages/*,apps/*,examples/*,scripts}/test/**';

export default defineConfig({
  test: {
    // Tests with a browser wait about as long as they work: four at a time keep two cores busy.
    maxWorkers: 4,
    projects: [
      {
        test: {
          ...together,
          name: 'unit',
          include: [`${FOLDERS}/*.test.{ts,tsx}`],
          exclude: ['**/*.{chrome,soak}.test.ts'],
        },
      },
      {
        test: {
          ...together,
          name: 'chrome',
          include: [`${FOLDERS}/*.chrome.test.ts`],
        },
      },
      // Packaging, parity, journeys, memory and load: much work for each test, in a process of its own.
      {
        test: {
          ...shared,
          // The longest takes half a minute on its own, and the machine of CI has little for each of four.
          testTimeout: 300_000,
          name: 'soak',
          include: [`${FOLDERS}/*.soak.test.ts`],
          // `npm run test:all` says that they were not run.
          exclude: [
            ...(missingPrograms().length > 0 ? ['**/proxies.soak.test.ts'] : []),
            ...(findPostgres() === undefined ? ['**/{database,fleet-database,store}.soak.test.ts'] : []),
            ...(findProgram('nats-server') === undefined ? ['**/fleet*.soak.test.ts'] : []),
          ],
        },
      },
    ],
  },
});
