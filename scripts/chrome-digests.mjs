// Prints the entry of packages/chrome/src/process/binary/chrome-digests.ts for the pinned build of Chrome for Testing.
// Run it where the network is trusted, twice from different places, and compare.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The names that @puppeteer/browsers has for platforms, and those of the download server. */
const PLATFORMS = { linux: 'linux64', mac: 'mac-x64', mac_arm: 'mac-arm64', win32: 'win32', win64: 'win64' };

const source = readFileSync(
  new URL('../packages/chrome/src/process/binary/download-chrome.ts', import.meta.url),
  'utf8',
);
const build = /BUILD_ID = '([\d.]+)'/.exec(source)?.[1] ?? '';
const digests = [];
for (const [platform, folder] of Object.entries(PLATFORMS)) {
  const path = `${build}/${folder}/chrome-headless-shell-${folder}.zip`;
  const response = await fetch(`https://storage.googleapis.com/chrome-for-testing-public/${path}`);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  const archive = Buffer.from(await response.arrayBuffer());
  digests.push([platform, createHash('sha256').update(archive).digest('hex')]);
}
console.log(JSON.stringify(Object.fromEntries([[build, Object.fromEntries(digests)]]), null, 2));
