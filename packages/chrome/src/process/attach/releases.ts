import { homedir } from 'node:os';
import { join } from 'node:path';

interface Folders {
  linux: readonly string[];
  mac: string;
  windows: string;
}

const FOLDERS: Record<string, Folders> = {
  chrome: { linux: ['google-chrome'], mac: 'Google/Chrome', windows: 'Google/Chrome' },
  'chrome-beta': { linux: ['google-chrome-beta'], mac: 'Google/Chrome Beta', windows: 'Google/Chrome Beta' },
  'chrome-dev': { linux: ['google-chrome-unstable'], mac: 'Google/Chrome Dev', windows: 'Google/Chrome Dev' },
  'chrome-canary': { linux: ['google-chrome-canary'], mac: 'Google/Chrome Canary', windows: 'Google/Chrome SxS' },
  chromium: { linux: ['chromium', 'snap/chromium'], mac: 'Chromium', windows: 'Chromium' },
  edge: { linux: ['microsoft-edge'], mac: 'Microsoft Edge', windows: 'Microsoft/Edge' },
  'edge-beta': { linux: ['microsoft-edge-beta'], mac: 'Microsoft Edge Beta', windows: 'Microsoft/Edge Beta' },
  'edge-dev': { linux: ['microsoft-edge-dev'], mac: 'Microsoft Edge Dev', windows: 'Microsoft/Edge Dev' },
};

const SNAP = 'snap/chromium';

export const RELEASES = Object.keys(FOLDERS);

/** Where a release keeps the profile of this user; undefined for a name that is none. */
export function profileFoldersOf(release: string): string[] | undefined {
  const folders = Object.hasOwn(FOLDERS, release) ? FOLDERS[release] : undefined;
  if (!folders) return undefined;
  if (process.platform === 'darwin') return [join(homedir(), 'Library', 'Application Support', folders.mac)];
  if (process.platform === 'win32')
    return [join(process.env.LOCALAPPDATA ?? homedir(), ...folders.windows.split('/'), 'User Data')];
  const settings = process.env.XDG_CONFIG_HOME || join(homedir(), '.config');
  return folders.linux.map((folder) =>
    folder === SNAP ? join(homedir(), 'snap', 'chromium', 'common', 'chromium') : join(settings, folder),
  );
}
