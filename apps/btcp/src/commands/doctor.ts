import { checkChrome } from '@btcp/chrome';
import { BtcpError } from '@btcp/tools';
import type { Settings } from '../settings/settings.js';

export async function run({ chrome, json }: Settings): Promise<number> {
  const checks = await checkChrome({ path: chrome, onProgress: (line) => console.error(line) });
  if (json)
    console.log(JSON.stringify({ node: process.version, platform: `${process.platform} ${process.arch}`, checks }));
  else {
    console.log(`Node      ${process.version} on ${process.platform} ${process.arch}`);
    for (const { name, ok, found, fix } of checks) {
      console.log(`${name.padEnd(9)} ${ok ? found : `FAILED: ${found}`}${fix ? `\n          ${fix}` : ''}`);
    }
  }
  if (checks.every(({ ok }) => ok)) return 0;
  throw new BtcpError('browser_unavailable', 'No browser can be run here.', { hint: 'See the failed line above.' });
}
