// `npm run dev`: starts the server as `npm start` does, and starts it again when a source file has changed.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, watch } from 'node:fs';

const folders = [
  ...readdirSync('packages').map((name) => `packages/${name}/src`),
  'apps/btcp/src',
  'apps/btcp/web/src',
];

let server = start();
/** @type {NodeJS.Timeout | undefined} */
let pending;
for (const folder of folders.filter((path) => existsSync(path))) {
  watch(folder, { recursive: true }, () => {
    clearTimeout(pending);
    pending = setTimeout(restart, 150);
  });
}

function start() {
  return spawn(process.execPath, ['scripts/start.mjs', ...process.argv.slice(2)], { stdio: 'inherit' });
}

function restart() {
  const previous = server;
  const next = () => {
    server = start();
  };
  if (previous.exitCode !== null) return next();
  previous.once('exit', next);
  return previous.kill('SIGTERM');
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => {
    server.removeAllListeners('exit').once('exit', () => process.exit(0));
    if (!server.kill(signal)) process.exit(0);
  });
}
