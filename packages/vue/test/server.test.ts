import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { loadServer, SETTINGS, VUE_VERSIONS } from './bundle-page.ts';

describe.each(VUE_VERSIONS)('Vue %s on a server', (version) => {
  test.each(['component', 'plugin'] as const)('renders without a window, the client in a %s', async (source) => {
    expect(globalThis).not.toHaveProperty('window');
    const { render } = await loadServer(version);
    const html = await render(source, SETTINGS);
    expect(html).toContain('<p id="status">disconnected</p>');
    expect(html).toContain('<p id="message">nothing heard</p>');
  });
});

test('require and import give the same names', async () => {
  const required = createRequire(import.meta.url)('@btcp/vue');
  expect(Object.keys(required).sort()).toEqual(Object.keys(await import('@btcp/vue')).sort());
});
