import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';

const source = readFileSync(createRequire(import.meta.url).resolve('btcp-browser-agent/injected.js'), 'utf8');

test('the injected script needs nothing but a page', () => {
  expect(source).not.toMatch(/["'`]node:|\brequire\(|\bimport\s*[({"']|\bprocess\.|\bBuffer\b|\bzod\b/i);
});
