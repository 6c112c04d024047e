// `npm run dev`: rebuilds on every change and restarts the server when a build is through.
import { spawn } from 'node:child_process';
import { build } from './build.mjs';

await build();
const compiler = spawn(process.execPath, ['node_modules/typescript/bin/tsc', '-b', '--watch', '--preserveWatchOutput'], {
  stdio: 'inherit',
});
const server = spawn(process.execPath, ['--watch', 'scripts/start.mjs', ...process.argv.slice(2)], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    compiler.kill(signal);
    server.kill(signal);
  });
}
