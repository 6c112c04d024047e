// Prints the entry of packages/chrome/src/process/binary/chrome-digests.ts for the pinned build of Chrome for Testing.
// Run it where the network is trusted, twice from different places, and compare.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Browser, BrowserPlatform, getDownloadUrl } from '@puppeteer/browsers';

const source = readFileSync(
  new URL('../packages/chrome/src/process/binary/download-chrome.ts', import.meta.url),
  'utf8',
);
const [, build] = /BUILD_ID = '([\d.]+)'/.exec(source) ?? [];
const digests = {};
for (const platform of Object.values(BrowserPlatform)) {
  const response = await fetch(getDownloadUrl(Browser.CHROMEHEADLESSSHELL, platform, build));
  // There is no build for every platform.
  if (!response.ok) continue;
  const hash = createHash('sha256');
  for await (const chunk of response.body) hash.update(chunk);
  digests[platform] = hash.digest('hex');
}
console.log(JSON.stringify({ [build]: digests }, null, 2));
