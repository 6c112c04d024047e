import { rmSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { BtcpError } from '@btcp/protocol';
import { dataDirectory, makeFolder } from './directories.js';
import { claim, livingOwner, ownerFile } from './owner.js';
import { type RunFolder, removeFolder } from './run-folder.js';
import { unattended } from './unattended-profile.js';

export interface Profile {
  path: string;
  /** Of one that outlives its browser, which then needs time to write it. */
  name?: string;
  release(): Promise<void>;
}

export async function temporaryProfile(runFolder: RunFolder): Promise<Profile> {
  const path = await runFolder.createProfile();
  unattended(path);
  return { path, release: () => removeFolder(path) };
}

export function namedProfile(name: string): Profile {
  if (!isAbsolute(name) && !/^[\w-][\w.-]{0,63}$/.test(name)) {
    throw new BtcpError('invalid_input', `"${name}" cannot be the name of a profile.`, {
      hint: 'Use letters, digits, dots, dashes and underscores, at most 64, or the absolute path of a folder.',
    });
  }
  const path = isAbsolute(name) ? name : join(dataDirectory(), 'profiles', name);
  makeFolder(path, isAbsolute(name) ? '--profile' : 'BTCP_DATA');
  const owner = livingOwner(path);
  if (owner) {
    throw new BtcpError('busy', `The profile "${name}" is in use by process ${owner.pid}.`, {
      hint: 'Close that browser first, or use another profile: --profile NAME, or none for a temporary one.',
    });
  }
  rmSync(ownerFile(path), { force: true });
  claim(path);
  const giveBack = unattended(path);
  const release = async () => {
    giveBack();
    rmSync(ownerFile(path), { force: true });
  };
  return { path, name, release };
}
