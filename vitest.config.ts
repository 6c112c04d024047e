import { defineConfig } from 'vitest/config';

const shared = { testTimeout: 30_000, hookTimeout: 60_000 };

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
