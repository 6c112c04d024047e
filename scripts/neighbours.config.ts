import { defineConfig } from 'vitest/config';

/** The tests for each program that npm does not bring, by the mode of `vitest run --mode …`. */
const FILES: Record<string, string[]> = {
  extension: ['examples/extension/test/*.full-chrome.ts'],
  // Tests of page code that ask nothing of a browser but the web platform.
  firefox: ['examples/shared/test/examples.chrome.test.ts', 'scripts/test/page-code.chrome.test.ts'],
  webkit: ['examples/shared/test/examples.chrome.test.ts', 'scripts/test/page-code.chrome.test.ts'],
  'firefox-tools': ['packages/chrome/test/tools.firefox.ts', 'apps/btcp/test/serve.firefox.ts'],
  prometheus: ['apps/btcp/test/prometheus.neighbour.ts'],
  image: ['apps/btcp/test/container.neighbour.ts', 'apps/btcp/test/container-fleet.neighbour.ts'],
};

export default defineConfig(({ mode }) => ({
  test: {
    root: `${import.meta.dirname}/..`,
    env: { BTCP_TEST_BROWSER: mode },
    setupFiles: [`${import.meta.dirname}/set-up-tests.ts`],
    expect: { requireAssertions: true, poll: { timeout: 40_000 } },
    testTimeout: 240_000,
    hookTimeout: 240_000,
    fileParallelism: false,
    server: { deps: { external: [/\/(?:packages|apps)\/[^/]+\/dist\//] } },
    include: FILES[mode] ?? [],
  },
}));
