import { checkChrome } from '@btcp/chrome';
import { BtcpError } from '@btcp/tools';
import type { Settings } from '../settings/settings.js';
import { startProgress } from '../wire/progress.js';

export async function run({ chrome, json, quiet }: Settings): Promise<number> {
  const progress = startProgress(!json && !quiet);
  const checks = await checkChrome({ path: chrome, onProgress: progress.show }).finally(progress.end);
  const platform = `${process.platform} ${process.arch}`;
  const isFine = checks.every(({ ok }) => ok);
  const error = isFine
    ? undefined
    : new BtcpError('browser_unavailable', 'No browser can be run here.', { hint: 'See the failed line above.' });
  if (json) {
    console.log(JSON.stringify({ success: isFine, node: process.version, platform, checks, error }));
    return isFine ? 0 : 1;
  }
  console.log(`Node      ${process.version} on ${platform}`);
  for (const { name, ok, found, fix } of checks) {
    console.log(`${name.padEnd(9)} ${ok ? found : `FAILED: ${found}`}${fix ? `\n          ${fix}` : ''}`);
  }
  if (error) throw error;
  return 0;
}
