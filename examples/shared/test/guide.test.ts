import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

test('the Svelte guide shows the code that the Svelte example runs', () => {
  expect(read('docs/guides/svelte.md')).toContain(read('examples/svelte/src/btcp.ts'));
});
