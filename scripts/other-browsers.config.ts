import { defineConfig } from 'vitest/config';

// `npm run test:firefox`, `npm run test:webkit`: tests of page code that ask nothing of a browser but the web platform.
export default defineConfig(({ mode }) => ({
  test: {
    root: `${import.meta.dirname}/..`,
    env: { BTCP_TEST_BROWSER: mode },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    include: ['examples/shared/test/examples.chrome.test.ts', 'scripts/test/page-code.chrome.test.ts'],
  },
}));
