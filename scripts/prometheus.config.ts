import { defineConfig } from 'vitest/config';

// `BTCP_PROMETHEUS=/usr/bin/prometheus`: the metrics, read by a real Prometheus and checked by its promtool.
export default defineConfig({
  test: {
    root: `${import.meta.dirname}/..`,
    testTimeout: 60_000,
    hookTimeout: 90_000,
    include: ['apps/btcp/test/prometheus.neighbour.ts'],
  },
});
