// `npm run release`: packs every package and tries its publication, without publishing. `npm run release -- --publish`
// publishes with provenance, which needs the workflow in .github/workflows/release.yml.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { packPackages } from './pack.mjs';
import { stage } from './stage.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const isReal = process.argv.includes('--publish');
const run = promisify(execFile);

const folder = mkdtempSync(join(tmpdir(), 'btcp-release-'));
try {
  await stage('next versions', nextVersions);
  for (const archive of await packPackages(root, folder)) {
    await stage(isReal ? 'publish' : 'try to publish', () => publish(archive));
  }
} finally {
  rmSync(folder, { recursive: true });
}

async function nextVersions() {
  const changeset = join(root, 'node_modules/@changesets/cli/bin.js');
  const plan = join(folder, 'plan.json');
  // The path of the plan is taken from the repository on.
  await run(process.execPath, [changeset, 'status', '--output', relative(root, plan)], { cwd: root });
  /** @type {{ releases: { name: string, type: string, oldVersion: string, newVersion: string }[] }} */
  const { releases } = JSON.parse(readFileSync(plan, 'utf8'));
  rmSync(plan);
  const next = releases.filter(({ type }) => type !== 'none');
  if (isReal && next.length > 0) {
    throw new Error('There are changesets left. Run npx changeset version, commit, and release that.');
  }
  return next.map(({ name, oldVersion, newVersion }) => `\n  ${name} ${oldVersion} → ${newVersion}`).join('');
}

/** @param {string} archive */
async function publish(archive) {
  const mode = isReal ? ['--provenance'] : ['--dry-run'];
  await run('npm', ['publish', archive, '--access', 'public', ...mode], { cwd: root });
  return basename(archive);
}
