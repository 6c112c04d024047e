import { fileURLToPath } from 'node:url';

/** How this program can be started again, wherever it is installed. */
export const OWN_COMMAND: readonly [string, string] = [
  process.execPath,
  fileURLToPath(new URL('../../bin/btcp.js', import.meta.url)),
];
