import { defineConfig } from 'vitest/config';

// `npm run test:firefox`: tests of page code that ask nothing of a browser but the web platform, in Firefox.
export default defineConfig({
  test: {
    root: `${import.meta.dirname}/..`,
    env: { BTCP_TEST_BROWSER: 'firefox' },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    include: ['examples/shared/test/examples.chrome.test.ts', 'scripts/test/page-code.chrome.test.ts'],
  },
});
