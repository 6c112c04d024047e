import { defineConfig } from 'vitest/config';

// `BTCP_IMAGE=btcp`: the image of the Dockerfile, run as compose.yaml runs it.
export default defineConfig({
  test: {
    root: `${import.meta.dirname}/..`,
    testTimeout: 240_000,
    hookTimeout: 240_000,
    include: ['apps/btcp/test/container.neighbour.ts'],
  },
});
