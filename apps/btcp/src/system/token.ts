import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { stateDirectory } from './directories.js';
import { userSecret } from './user-secret.js';

export function userToken(): string {
  return userSecret('token');
}

/** Running servers keep their token. */
export function rotateToken(): string {
  rmSync(join(stateDirectory(), 'token'), { force: true });
  return userToken();
}
