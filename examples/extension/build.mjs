// Makes `dist`, the folder that Chrome loads: each script whole in itself, and the pages next to them.
import { cp, mkdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('.', import.meta.url));

/** Scripts of the extension. A content script is no module. */
const SCRIPTS = /** @type {const} */ ([
  ['worker', 'src/worker/worker.ts', 'es'],
  ['document', 'src/document/document.ts', 'iife'],
  ['ask', 'src/pages/ask.ts', 'es'],
  ['options', 'src/pages/options.ts', 'es'],
]);

/** @param {string} folder to make */
export async function buildExtension(folder = `${root}dist`) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await cp(`${root}manifest.json`, `${folder}/manifest.json`);
  await cp(`${root}pages`, folder, { recursive: true });
  for (const [name, input, format] of SCRIPTS) {
    const bundle = await rolldown({ cwd: root, input, platform: 'browser' });
    await bundle.write({ file: `${folder}/${name}.js`, format, codeSplitting: false, comments: false });
    await bundle.close();
  }
  return folder;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  console.log(`Load this folder in Chrome: ${await buildExtension()}`);
