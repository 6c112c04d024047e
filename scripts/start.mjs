// `npm start`: builds what has changed, then serves in this same process.
import { build } from './build.mjs';

await build();
await import('./serve.mjs');
