import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const LINUX_COMMANDS = [
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'microsoft-edge-stable',
  'microsoft-edge',
];

const MAC_APPLICATIONS = ['Google Chrome', 'Chromium', 'Microsoft Edge'];

const WINDOWS_PATHS = [
  ['Google', 'Chrome', 'Application', 'chrome.exe'],
  ['Chromium', 'Application', 'chrome.exe'],
  ['Microsoft', 'Edge', 'Application', 'msedge.exe'],
];

export function findInstalledChrome(): string | undefined {
  return candidates().find((path) => existsSync(path));
}

function candidates(): string[] {
  const { env } = process;
  switch (process.platform) {
    case 'darwin':
      return ['/Applications', join(env.HOME ?? '', 'Applications')].flatMap((folder) =>
        MAC_APPLICATIONS.map((name) => join(folder, `${name}.app`, 'Contents', 'MacOS', name)),
      );
    case 'win32':
      return [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA]
        .filter((folder) => folder !== undefined)
        .flatMap((folder) => WINDOWS_PATHS.map((parts) => join(folder, ...parts)));
    default: {
      const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
      return LINUX_COMMANDS.flatMap((command) => folders.map((folder) => join(folder, command)));
    }
  }
}
