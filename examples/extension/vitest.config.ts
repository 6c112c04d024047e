import { defineConfig } from 'vitest/config';

// What needs a Chrome that loads extensions, and so is no part of `npm test`.
export default defineConfig({
  test: { root: import.meta.dirname, include: ['test/*.full-chrome.ts'], fileParallelism: false, hookTimeout: 120_000 },
});
