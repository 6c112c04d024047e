// `npm run docs:build`: the docs, the READMEs and the reference of every package as a site in `site/dist`.
import { fileURLToPath } from 'node:url';
import { build } from 'vitepress';
import { writeReference } from './reference.mjs';

const site = fileURLToPath(new URL('.', import.meta.url));

/** @param {string} [outDir] folder for the site */
export async function buildSite(outDir = `${site}dist`) {
  await writeReference();
  await build(site, { outDir });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildSite(process.argv[2]);
