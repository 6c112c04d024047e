// Serves what is built. The parent may be killed: the server must end with it.
import { endWithParent } from './end-with-parent.mjs';

endWithParent();
process.argv.splice(2, 0, 'serve');
// A literal path would make the type check read the bundle.
await import(new URL('../apps/btcp/bin/btcp.js', import.meta.url).href);
