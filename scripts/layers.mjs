// Which package may import which. ARCHITECTURE.md explains the table; this enforces it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { checkFolders } from './folders.mjs';
import { imports, sources } from './sources.mjs';

/**
 * Folder → the internal packages that it may import. Nothing imports an app.
 * @type {Record<string, string[]>}
 */
export const LAYERS = {
  'packages/access': [],
  'packages/protocol': [],
  'packages/browser-agent': ['@btcp/protocol'],
  'packages/client': ['@btcp/protocol'],
  'packages/viewer': ['@btcp/protocol'],
  'packages/react': ['@btcp/client', '@btcp/viewer'],
  'packages/vue': ['@btcp/client', '@btcp/viewer'],
  'packages/tools': ['@btcp/protocol'],
  'packages/chrome': ['@btcp/tools', '@btcp/protocol', 'btcp-browser-agent'],
  'packages/broker': ['@btcp/access', '@btcp/tools', '@btcp/protocol'],
  'packages/ai': ['@btcp/tools'],
  'packages/mcp': ['@btcp/access', '@btcp/protocol', '@btcp/tools'],
  'packages/fleet': ['@btcp/protocol'],
  'packages/host': ['@btcp/access', '@btcp/tools', '@btcp/protocol'],
  'apps/btcp': [
    '@btcp/access',
    '@btcp/ai',
    '@btcp/broker',
    '@btcp/chrome',
    '@btcp/client',
    '@btcp/fleet',
    '@btcp/host',
    '@btcp/mcp',
    '@btcp/protocol',
    '@btcp/react',
    '@btcp/tools',
    '@btcp/viewer',
    'btcp-browser-agent',
  ],
};

/**
 * The engines that a surface falls back on where it is handed none: optional peers, which only this folder may load.
 * @type {Record<string, { folder: string, engines: string[] }>}
 */
export const FALLBACK_ENGINES = {
  'packages/ai': { folder: 'src/engine', engines: ['@btcp/chrome', 'btcp-browser-agent'] },
};

const INTERNAL = /^(?:@btcp\/[^/]+|btcp-browser-agent|btcp)(?=\/|$)/;

/**
 * @param {string} root of the repository
 * @returns {{ files: number, folders: number, violations: string[] }}
 */
export function checkLayers(root) {
  /** @type {string[]} */
  const violations = [];
  let files = 0;
  for (const folder of workspaces(root)) {
    const allowed = LAYERS[folder];
    if (!allowed) {
      violations.push(`${folder} is not in the table of scripts/layers.mjs`);
      continue;
    }
    const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const fallback = FALLBACK_ENGINES[folder];
    for (const name of Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })) {
      const isOptional = manifest.peerDependenciesMeta?.[name]?.optional && fallback?.engines.includes(name);
      if (INTERNAL.test(name) && !allowed.includes(name) && !isOptional)
        violations.push(`${folder}/package.json depends on ${name}`);
    }
    for (const file of sources(join(root, folder, 'src'))) {
      files++;
      const isFallback = fallback && file.startsWith(join(root, folder, fallback.folder));
      for (const specifier of imports(file)) {
        const problem = problemOf(specifier, file, join(root, folder), [
          ...allowed,
          ...(isFallback ? fallback.engines : []),
        ]);
        if (problem) violations.push(`${relative(root, file)} ${problem}`);
      }
    }
  }
  const inside = checkFolders(root);
  return { files, folders: inside.folders, violations: [...violations, ...inside.violations] };
}

/**
 * @param {string} specifier
 * @param {string} file
 * @param {string} packageFolder
 * @param {string[]} allowed
 */
function problemOf(specifier, file, packageFolder, allowed) {
  if (specifier.startsWith('.')) {
    const target = resolve(dirname(file), specifier);
    return relative(packageFolder, target).startsWith('..') ? `reaches out of its package: ${specifier}` : undefined;
  }
  const name = INTERNAL.exec(specifier)?.[0];
  return name && !allowed.includes(name) ? `imports ${name}` : undefined;
}

/** @param {string} root */
function workspaces(root) {
  return ['packages', 'apps'].flatMap((parent) =>
    existsSync(join(root, parent))
      ? readdirSync(join(root, parent))
          .map((name) => `${parent}/${name}`)
          .filter((folder) => existsSync(join(root, folder, 'package.json')))
      : [],
  );
}
