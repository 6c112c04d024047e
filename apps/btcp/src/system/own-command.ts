import { fileURLToPath } from 'node:url';

export const OWN_COMMAND: readonly [string, string] = [
  process.execPath,
  fileURLToPath(new URL('../../bin/btcp.js', import.meta.url)),
];
