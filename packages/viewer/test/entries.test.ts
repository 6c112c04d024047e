import { createRequire } from 'node:module';
import { expect, test } from 'vitest';

const require = createRequire(import.meta.url);

test.each(['@btcp/viewer', '@btcp/viewer/window'])(
  '%s gives the same names to require and import, without a window',
  async (entry) => {
    expect(globalThis).not.toHaveProperty('window');
    const names = Object.keys(await import(entry)).sort();
    expect(names.length).toBeGreaterThan(0);
    expect(Object.keys(require(entry)).sort()).toEqual(names);
  },
);
