// `npm start`: builds what has changed, then serves in this same process.
import { build } from './build.mjs';

await build();
endWithParent();
process.argv.splice(2, 0, 'serve');
await import('../apps/btcp/dist/main.js');

/** Whoever started it may be killed: the server must not be left behind. */
function endWithParent() {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, 250).unref();
}
