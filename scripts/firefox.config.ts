import { defineConfig } from 'vitest/config';

// The engine of Firefox, in a real one: `npm test` runs it where a Firefox is installed.
export default defineConfig({
  test: {
    root: `${import.meta.dirname}/..`,
    testTimeout: 60_000,
    hookTimeout: 180_000,
    fileParallelism: false,
    include: ['packages/chrome/test/tools.firefox.ts', 'apps/btcp/test/serve.firefox.ts'],
  },
});
