import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkFolders } from '../folders.mjs';
import { checkLayers } from '../layers.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'layers-'));
  write('packages/protocol/package.json', '{}');
  write('packages/protocol/src/index.ts', 'export const one = 1;');
  write('packages/tools/package.json', '{ "dependencies": { "@btcp/protocol": "0.1.0", "zod": "4" } }');
  write('packages/tools/src/index.ts', "import { one } from '@btcp/protocol';\nimport { two } from './inner/two.js';");
  write('packages/tools/src/inner/two.ts', "import { one } from '@btcp/protocol';");
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

test('a tree that keeps to the table passes, and every source file was read', () => {
  expect(checkLayers(root)).toMatchObject({ files: 3, violations: [] });
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

describe('folders', () => {
  const source = 'packages/protocol/src';
  const violations = () => checkFolders(root).violations;

  test('loose files may import folders, and folders one another in one direction', () => {
    write(`${source}/index.ts`, "export * from './high/a.js';");
    write(`${source}/high/a.ts`, "import './deep/b.js';\nimport '../low/c.js';\nimport '../styles.css';");
    write(`${source}/high/deep/b.ts`, "import '../../low/c.js';");
    write(`${source}/low/c.ts`, "import './d.js';");
    write(`${source}/low/d.ts`, "import './c.js';");
    expect(checkFolders(root)).toEqual({ files: 7, folders: 6, violations: [] });
  });

  test('two folders that import each other are found, also by their types and their subfolders', () => {
    write(`${source}/high/a.ts`, "import { c } from '../low/c.js';");
    write(`${source}/low/c.ts`, '');
    write(`${source}/low/deep/d.ts`, "import type { A } from '../../high/a.js';");
    expect(violations()).toEqual([
      `${source}: high → low → high is a circle of imports (high/a.ts imports low/c.ts, low/deep/d.ts imports high/a.ts)`,
    ]);
  });

  test('a longer circle is found, below the source root too', () => {
    write(`${source}/in/a/a.ts`, "export { b } from '../b/b.js';");
    write(`${source}/in/b/b.tsx`, "const c = await import('../c');");
    write(`${source}/in/c/index.ts`, "import '../a/a.js';");
    expect(violations()).toEqual([expect.stringContaining(`${source}/in: a → b → c → a is a circle`)]);
  });

  test.each([
    ['the source root', 'shared.ts', 'in/a.ts', '../shared.js'],
    ['a folder', 'in/shared.ts', 'in/deep/a.ts', '../shared.js'],
    ['a folder further up', 'shared.ts', 'in/deep/a.ts', '../../shared.js'],
  ])('a folder that imports a loose file of %s is found', (_, shared, file, specifier) => {
    write(`${source}/${shared}`, 'export const one = 1;');
    write(`${source}/${file}`, `import { one } from '${specifier}';`);
    expect(violations()).toEqual([
      expect.stringContaining(`a subfolder imports a loose file above it (${file} imports ${shared})`),
    ]);
  });

  test('more than ten loose files are found at a source root, and only there', () => {
    for (let index = 1; index < 10; index++) write(`${source}/file-${index}.ts`, '');
    for (let index = 0; index < 20; index++) write(`${source}/in/file-${index}.ts`, '');
    expect(violations()).toEqual([]);
    write(`${source}/file-10.ts`, '');
    expect(violations()).toEqual([`${source} has 11 loose files, 10 are allowed`]);
  });

  test.each(['apps/btcp/src', 'apps/btcp/web/src', 'examples/vue/src'])('%s is checked too', (folder) => {
    write(`${folder}/a/a.vue`, "import '../b/b.ts';");
    write(`${folder}/b/b.ts`, "import A from '../a/a.vue';");
    expect(violations()).toEqual([expect.stringContaining(`${folder}: a → b → a is a circle`)]);
  });

  test('they are part of the whole check, which counts what it has read', () => {
    write(`${source}/a/a.ts`, "import '../index.js';");
    expect(checkLayers(root)).toMatchObject({
      files: 4,
      folders: expect.any(Number),
      violations: [expect.any(String)],
    });
    expect(checkFolders(join(root, 'nothing'))).toEqual({ files: 0, folders: 0, violations: [] });
  });
});
