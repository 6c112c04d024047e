import { createHmac } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { stateDirectory } from './directories.js';
import { userSecret } from './user-secret.js';

export function userToken(): string {
  return userSecret('token');
}

/** For pages to connect with: it calls no tool and sees no other page. */
export function pageTokenOf(token: string): string {
  return createHmac('sha256', token).update('page').digest('base64url');
}

/** Running servers keep their token. */
export function rotateToken(): string {
  rmSync(join(stateDirectory(), 'token'), { force: true });
  return userToken();
}
