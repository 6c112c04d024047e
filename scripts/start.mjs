// `npm start`: builds what has changed, then serves in this same process.
import { build } from './build.mjs';
import { endWithParent } from './end-with-parent.mjs';

await build();
endWithParent();
process.argv.splice(2, 0, 'serve');
await import('../apps/btcp/dist/main.js');
