// Serves what is built. Whoever started it may be killed: the server must not be left behind.
import { endWithParent } from './end-with-parent.mjs';

endWithParent();
process.argv.splice(2, 0, 'serve');
await import(new URL('../apps/btcp/bin/btcp.js', import.meta.url).href);
