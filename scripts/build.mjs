// Builds what has changed: types and modules of every package, then the script that Chrome injects and the client's bundles.
import { spawnSync } from 'node:child_process';
import { cp, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));

export async function build() {
  const tsc = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-b'], { cwd: root, stdio: 'inherit' });
  if (tsc.status !== 0) throw new Error('The build failed: see the errors of tsc above.');
  await bundleInjected();
  await bundleLiveHooks();
  await bundleClient();
}

async function bundleInjected() {
  const bundle = await rolldown({ cwd: root, input: 'packages/browser-agent/dist/injected.js', platform: 'browser' });
  await bundle.write({
    file: `${root}packages/browser-agent/dist/injected.bundle.js`,
    format: 'iife',
    name: 'btcp',
    minify: true,
    // The script's completion value is the agent, and `btcp` stays inside the function.
    banner: '(() => {',
    footer: 'return btcp.agent; })()',
  });
  await bundle.close();
}

async function bundleLiveHooks() {
  const bundle = await rolldown({ cwd: root, input: 'packages/browser-agent/dist/live-hooks.js', platform: 'browser' });
  await bundle.write({ file: `${root}packages/browser-agent/dist/live-hooks.bundle.js`, format: 'iife', minify: true });
  await bundle.close();
}

const CLIENT = `${root}packages/client/dist/`;

/** The files that pages and CDNs load, each whole in itself. */
async function bundleClient() {
  /** @type {import('rolldown').InputOptions} */
  const full = { input: `${CLIENT}modules/index.js`, platform: 'browser' };
  await writeBundle(full, { file: 'btcp-client.esm.js', format: 'es' });
  await writeBundle(full, { file: 'btcp-client.cjs.js', format: 'cjs' });
  await writeBundle(full, { file: 'btcp-client.umd.js', format: 'umd', name: 'BTCP', minify: true });
  await writeBundle(full, { file: 'btcp-client.js', format: 'iife', name: 'BTCP' });
  await writeBundle(full, { file: 'btcp-client.min.js', format: 'iife', name: 'BTCP', minify: true });
  await writeBundle(
    { ...full, input: `${CLIENT}modules/core.js` },
    { file: 'btcp-client.core.min.js', format: 'es', minify: true, sourcemap: 'hidden' },
  );
  // Node reads the type of a module from the nearest package.json; without a type it looks at the text, so that the
  // CommonJS and the ESM file can lie side by side.
  await writeFile(`${CLIENT}package.json`, '{}\n');
  await writeFile(`${CLIENT}modules/package.json`, '{ "type": "module" }\n');
  // The same declarations again, where they count as those of CommonJS.
  const filter = (/** @type {string} */ path) => !/\.(?:js|map|json)$/.test(path);
  await cp(`${CLIENT}modules`, `${CLIENT}types`, { recursive: true, filter });
}

/**
 * @param {import('rolldown').InputOptions} input
 * @param {import('rolldown').OutputOptions & { file: string }} output
 */
async function writeBundle(input, { file, ...output }) {
  const bundle = await rolldown({ cwd: root, ...input });
  await bundle.write({ file: CLIENT + file, sourcemap: true, comments: false, ...output });
  await bundle.close();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
