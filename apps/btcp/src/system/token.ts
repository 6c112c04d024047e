import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { stateDirectory } from './directories.js';
import { userSecret } from './user-secret.js';

/** The token of this user's servers, made at the first start. */
export function userToken(): string {
  return userSecret('token');
}

/** Makes a new token, for the servers that start from now on. */
export function rotateToken(): string {
  rmSync(join(stateDirectory(), 'token'), { force: true });
  return userToken();
}
