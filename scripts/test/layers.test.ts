import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkLayers } from '../layers.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'layers-'));
  write('packages/protocol/package.json', '{}');
  write('packages/protocol/src/index.ts', 'export const one = 1;');
  write('packages/tools/package.json', '{ "dependencies": { "@btcp/protocol": "0.1.0", "zod": "4" } }');
  write('packages/tools/src/index.ts', "import { one } from '@btcp/protocol';\nimport { two } from './inner/two.js';");
  write('packages/tools/src/inner/two.ts', "import { one } from '../index.js';");
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

test('a tree that keeps to the table passes, and every source file was read', () => {
  expect(checkLayers(root)).toEqual({ files: 3, violations: [] });
});

test.each([
  ['a static import', "import { launch } from '@btcp/chrome';"],
  ['a type import', "import type { Chrome } from '@btcp/chrome';"],
  ['a re-export', "export { launch } from '@btcp/chrome';"],
  ['a dynamic import', "const chrome = await import('@btcp/chrome');"],
  ['a bare import', "import '@btcp/chrome';"],
  ['a subpath', "import { launch } from '@btcp/chrome/launch.js';"],
  ['a resolved path', "require.resolve('@btcp/chrome')"],
])('%s against the table is found', (_, source) => {
  write('packages/tools/src/bad.ts', source);
  expect(checkLayers(root).violations).toEqual(['packages/tools/src/bad.ts imports @btcp/chrome']);
});

test('a relative import into a sibling package is found', () => {
  write('packages/tools/src/bad.ts', "import { one } from '../../protocol/src/index.js';");
  expect(checkLayers(root).violations).toEqual([
    'packages/tools/src/bad.ts reaches out of its package: ../../protocol/src/index.js',
  ]);
});

test('a dependency against the table is found in the manifest', () => {
  write('packages/protocol/package.json', '{ "dependencies": { "@btcp/tools": "0.1.0" } }');
  expect(checkLayers(root).violations).toEqual(['packages/protocol/package.json depends on @btcp/tools']);
});

test('a package that the table does not know is found', () => {
  write('packages/extra/package.json', '{}');
  expect(checkLayers(root).violations).toEqual(['packages/extra is not in the table of scripts/layers.mjs']);
});

test('only the folder for it may load the engines that a surface falls back on, and only as optional peers', () => {
  const peers = '"peerDependencies": { "@btcp/chrome": "0.1.0" }';
  write('packages/ai/package.json', `{ ${peers}, "peerDependenciesMeta": { "@btcp/chrome": { "optional": true } } }`);
  write('packages/ai/src/engine/node-engine.ts', "const chrome = await import('@btcp/chrome');");
  expect(checkLayers(root).violations).toEqual([]);

  write('packages/ai/package.json', `{ ${peers} }`);
  write('packages/ai/src/index.ts', "import { launch } from '@btcp/chrome';");
  expect(checkLayers(root).violations).toEqual([
    'packages/ai/package.json depends on @btcp/chrome',
    'packages/ai/src/index.ts imports @btcp/chrome',
  ]);
});
