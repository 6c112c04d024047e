// Builds what has changed: types and modules of every package, then the script that Chrome injects.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));

export async function build() {
  const tsc = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-b'], { cwd: root, stdio: 'inherit' });
  if (tsc.status !== 0) throw new Error('The build failed: see the errors of tsc above.');
  await bundleInjected();
}

async function bundleInjected() {
  const bundle = await rolldown({ cwd: root, input: 'packages/browser-agent/dist/injected.js', platform: 'browser' });
  await bundle.write({
    file: `${root}packages/browser-agent/dist/injected.bundle.js`,
    format: 'iife',
    name: 'btcp',
    minify: true,
    // The script's completion value is the agent, and `btcp` stays inside the function.
    banner: '(() => {',
    footer: 'return btcp.agent; })()',
  });
  await bundle.close();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
