// Runs every benchmark, one after the other: `npm run bench`. Each prints its own table.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

const benches = readdirSync('packages')
  .flatMap((name) => ['operations.mjs', 'live.mjs'].map((file) => `packages/${name}/bench/${file}`))
  .filter((path) => existsSync(path));

let failed = false;
for (const path of benches) {
  console.log(`\n== ${path} ==`);
  failed = spawnSync(process.execPath, [path], { stdio: 'inherit' }).status !== 0 || failed;
}
process.exitCode = failed ? 1 : 0;
