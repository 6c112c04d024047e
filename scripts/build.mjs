// Builds what has changed: types and modules of every package, then the script that Chrome injects, the client's bundles,
// CommonJS where it is offered, and the web pages of the app.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { build as buildPages } from 'vite';
import { bundleCommand } from './bundle-command.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

export async function build() {
  const tsc = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-b'], { cwd: root, stdio: 'inherit' });
  if (tsc.status !== 0) throw new Error('The build failed: see the errors of tsc above.');
  await bundleForWorld('injected', 'script');
  await bundleForWorld('databases', 'databases');
  await bundleLiveHooks();
  await bundleProtocol();
  await bundleClient();
  await bundleViewer();
  await bundleBinding('react');
  await bundleBinding('vue');
  await bundlePreview();
  await bundleCommand(root);
  await bundleWorkspace();
  await bundleChatView();
  await bundleTimelineFile();
}

/**
 * A script whose completion value is one export of a module, so that nothing of it is left in the world it runs in.
 *
 * @param {string} name
 * @param {string} exported
 */
async function bundleForWorld(name, exported) {
  const input = `packages/browser-agent/dist/entries/${name}.js`;
  const bundle = await rolldown({ cwd: root, input, platform: 'browser' });
  await bundle.write({
    file: `${root}packages/browser-agent/dist/${name}.bundle.js`,
    format: 'iife',
    name: 'btcp',
    minify: true,
    banner: '(() => {',
    footer: `return btcp.${exported}; })()`,
  });
  await bundle.close();
}

async function bundleLiveHooks() {
  const bundle = await rolldown({
    cwd: root,
    input: 'packages/browser-agent/dist/entries/live-hooks.js',
    platform: 'browser',
  });
  await bundle.write({ file: `${root}packages/browser-agent/dist/live-hooks.bundle.js`, format: 'iife', minify: true });
  await bundle.close();
}

/** Also as CommonJS: the declarations of the client and of the viewer name its types. */
async function bundleProtocol() {
  const folder = `${root}packages/protocol/dist/`;
  await writeBundle({ input: `${folder}modules/index.js` }, { file: `${folder}index.cjs`, format: 'cjs' });
  await offerCommonJs(folder);
}

/** The files that pages and CDNs load, each whole in itself. */
async function bundleClient() {
  const folder = `${root}packages/client/dist/`;
  const full = { input: `${folder}modules/index.js` };
  await writeBundle(full, { file: `${folder}btcp-client.esm.js`, format: 'es' });
  await writeBundle(full, { file: `${folder}btcp-client.cjs.js`, format: 'cjs' });
  await writeBundle(full, { file: `${folder}btcp-client.umd.js`, format: 'umd', name: 'BTCP', minify: true });
  await writeBundle(full, { file: `${folder}btcp-client.js`, format: 'iife', name: 'BTCP' });
  await writeBundle(full, { file: `${folder}btcp-client.min.js`, format: 'iife', name: 'BTCP', minify: true });
  await writeBundle(
    { input: `${folder}modules/core.js` },
    { file: `${folder}btcp-client.core.min.js`, format: 'es', minify: true, sourcemap: 'hidden' },
  );
  // Apart from the client, which it adds to: with it, the whole would be larger than 10 KB.
  await writeBundle(
    { input: `${folder}modules/sandboxes.js` },
    { file: `${folder}btcp-client.sandboxes.min.js`, format: 'iife', name: 'BTCP', extend: true, minify: true },
  );
  await writeBundle({ input: `${folder}modules/bindings.js` }, { file: `${folder}bindings.cjs.js`, format: 'cjs' });
  await offerCommonJs(folder);
}

/** Both entries as CommonJS, everything for a script tag, and the bare canvas as what it adds to an app, to weigh. */
async function bundleViewer() {
  const folder = `${root}packages/viewer/dist/`;
  const bare = { input: `${folder}modules/index.js` };
  await writeBundle(bare, { file: `${folder}index.cjs`, format: 'cjs' });
  await writeBundle(bare, { file: `${folder}weight.min.js`, format: 'es', minify: true, sourcemap: false });
  await writeBundle({ input: `${folder}modules/window/index.js` }, { file: `${folder}window.cjs`, format: 'cjs' });
  await writeBundle(
    { input: `${folder}modules/script.js` },
    { file: `${folder}btcp-viewer.min.js`, format: 'iife', name: 'BTCPViewer', minify: true },
  );
  await offerCommonJs(folder);
}

/**
 * A binding of a framework: as CommonJS, and as what it adds to an app that has the framework and the client, to weigh.
 * @param {string} name
 */
async function bundleBinding(name) {
  const folder = `${root}packages/${name}/dist/`;
  const input = `${folder}modules/index.js`;
  const external = [name, '@btcp/client'];
  const commonJs = { input, external: [...external, '@btcp/client/bindings'] };
  await writeBundle(commonJs, { file: `${folder}index.cjs`, format: 'cjs' });
  await writeBundle(
    { input, external },
    { file: `${folder}weight.min.js`, format: 'es', minify: true, sourcemap: false },
  );
  await offerCommonJs(folder);
}

/** The component that shows a browser, apart from the hooks: a page without it does not load it. */
async function bundlePreview() {
  const folder = `${root}packages/react/dist/`;
  const input = { input: `${folder}modules/preview.js`, external: ['react', '@btcp/viewer/window'] };
  await writeBundle(input, { file: `${folder}preview.cjs`, format: 'cjs' });
}

/** The pages that the app serves: the workspace, and the window of a link. */
async function bundleWorkspace() {
  const folder = `${root}apps/btcp/web/`;
  await buildPages({
    root: folder,
    configFile: false,
    // The server puts the path before it that a proxy serves it under.
    base: './',
    logLevel: 'warn',
    build: {
      target: 'es2023',
      emptyOutDir: true,
      // One file more would be one request more, for nothing that is old.
      modulePreload: { polyfill: false },
      rolldownOptions: { input: [`${folder}index.html`, `${folder}live.html`] },
    },
  });
}

/** The live view inside a chat: one file, because its sandbox loads nothing else. */
async function bundleChatView() {
  const folder = `${root}apps/btcp/web/`;
  const bundle = await rolldown({ cwd: root, input: `${folder}src/chat/chat.ts`, platform: 'browser' });
  const { output } = await bundle.generate({ format: 'iife', minify: true, comments: false });
  await bundle.close();
  // Inside a page, a script ends at the first end tag, also within a text.
  const script = output[0].code.replaceAll('</script', '<\\/script');
  const page = await readFile(`${folder}chat.html`, 'utf8');
  await writeFile(
    `${folder}dist/chat.html`,
    page.replace('<!-- script -->', () => `<script>${script}</script>`),
  );
}

/** The page that a history is downloaded in: one file, which runs its own script and loads nothing. */
async function bundleTimelineFile() {
  const folder = `${root}apps/btcp/web/`;
  const built = await buildPages({
    root: folder,
    configFile: false,
    logLevel: 'warn',
    build: {
      target: 'es2023',
      write: false,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: `${folder}timeline.html` },
    },
  });
  const { output } = /** @type {import('rolldown').RolldownOutput} */ (built);
  const script = output.find((file) => file.type === 'chunk')?.code.replaceAll('</script', '<\\/script') ?? '';
  const styles = output.flatMap((file) => (file.fileName.endsWith('.css') && 'source' in file ? file.source : []));
  const hash = createHash('sha256').update(script).digest('base64');
  const page = await readFile(`${folder}timeline.html`, 'utf8');
  const whole = page
    .replace('<!-- policy -->', () => `script-src 'sha256-${hash}'`)
    .replace('<!-- styles -->', () => `<style>${styles.join('')}</style>`)
    .replace(/<script type="module".*<\/script>/, '')
    .replace('<!-- script -->', () => `<script type="module">${script}</script>`);
  await writeFile(`${folder}dist/timeline.html`, whole);
}

/**
 * Makes `modules` ESM and everything next to it CommonJS, with declarations of its own in `types`.
 * @param {string} folder
 */
async function offerCommonJs(folder) {
  // Node reads the type of a module from the nearest package.json; without a type it looks at the text, so that the
  // CommonJS and the ESM file can lie side by side.
  await writeFile(`${folder}package.json`, '{}\n');
  await writeFile(`${folder}modules/package.json`, '{ "type": "module" }\n');
  // The same declarations again, where they count as those of CommonJS.
  const filter = (/** @type {string} */ path) => !/\.(?:js|map|json)$/.test(path);
  await cp(`${folder}modules`, `${folder}types`, { recursive: true, filter });
}

/**
 * @param {import('rolldown').InputOptions} input
 * @param {import('rolldown').OutputOptions & { file: string }} output
 */
async function writeBundle(input, output) {
  // An entry keeps its 'use client', which is all that the warning is about.
  const checks = { moduleLevelDirective: false };
  const bundle = await rolldown({ cwd: root, platform: 'browser', checks, ...input });
  await bundle.write({ sourcemap: true, comments: false, ...output });
  await bundle.close();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
