import { defineConfig } from 'vitest/config';

const shared = { testTimeout: 30_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['{packages,apps}/*/test/**/*.test.ts', 'scripts/test/**/*.test.ts'],
          exclude: ['**/*.chrome.test.ts'],
        },
      },
      { test: { ...shared, name: 'chrome', include: ['{packages,apps}/*/test/**/*.chrome.test.ts'] } },
    ],
  },
});
