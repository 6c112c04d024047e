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
  const reporters = ['default', './scripts/second-tries.mjs', 'json'].map((name) => `--reporter=${name}`);
  const vitest = spawnSync(
    process.execPath,
    // Two thousand tests with real browsers: one that meets a busy moment is tried again, and is named at the end.
    ['node_modules/vitest/vitest.mjs', 'run', '--retry=1', ...reporters, `--outputFile.json=${report}`],
    { stdio: 'inherit' },
  );
  exitCode = vitest.status ?? 1;
});
const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
rmSync(folder, { recursive: true });
console.log(`${numPassedTests} passed, ${numFailedTests} failed`);
process.exit(numPassedTests > 0 ? exitCode : 1);
