// `npm test`: build, check, then every test in Node and in real Chrome. Ends with `N passed, N failed`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.mjs';
import { check } from './check.mjs';
import { stage } from './stage.mjs';

await stage('build', build);
await check();

const folder = mkdtempSync(join(tmpdir(), 'btcp-test-'));
const report = join(folder, 'report.json');
let exitCode = 1;
await stage('tests', () => {
  const vitest = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    { stdio: 'inherit' },
  );
  exitCode = vitest.status ?? 1;
});
const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
rmSync(folder, { recursive: true });
console.log(`${numPassedTests} passed, ${numFailedTests} failed`);
process.exit(numPassedTests > 0 ? exitCode : 1);
