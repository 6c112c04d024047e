import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { loadServer, REACT_VERSIONS } from './bundle-page.ts';

describe.each(REACT_VERSIONS)('React %s on a server', (version) => {
  test('renders the state before any connection, without a window', async () => {
    expect(globalThis).not.toHaveProperty('window');
    const { render } = await loadServer(version);
    const html = render('ws://127.0.0.1:1');
    expect(html).toContain('<p id="status">disconnected</p>');
    expect(html).toContain('<p id="message">nothing heard</p>');
  });

  test('says what to do without a provider', async () => {
    const { renderAlone } = await loadServer(version);
    expect(renderAlone).toThrow(
      'useBTCPClient found no <BTCPProvider> above it: wrap your app in <BTCPProvider serverUrl="…">.',
    );
  });
});

test('require and import give the same names', async () => {
  const required = createRequire(import.meta.url)('@btcp/react');
  expect(Object.keys(required).sort()).toEqual(Object.keys(await import('@btcp/react')).sort());
});
