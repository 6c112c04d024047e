import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BtcpError } from '@btcp/protocol';

interface Package {
  version: string;
  main?: string;
  engines?: { node?: string };
}

/** Lighthouse brings some 200 packages, so it is used where somebody has installed it. */
export function findLighthouse(): string {
  const folder = [...foldersAround(process.cwd()), ...foldersAround(import.meta.dirname), ...globalFolders()].find(
    (each) => existsSync(join(each, 'package.json')),
  );
  if (folder === undefined) throw missing('Lighthouse is not installed.');
  const {
    version,
    main = 'core/index.js',
    engines,
  }: Package = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const needed = /(?<!\d)(\d{1,4})\.(\d{1,4})/
    .exec(engines?.node ?? '')
    ?.slice(1)
    .map(Number) ?? [0, 0];
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [neededMajor = 0, neededMinor = 0] = needed;
  if (major < neededMajor || (major === neededMajor && minor < neededMinor))
    throw missing(`Lighthouse ${version} in ${folder} needs Node.js ${needed.join('.')}; this is ${process.version}.`);
  return pathToFileURL(join(folder, main)).href;
}

function foldersAround(start: string): string[] {
  const parts = start.split(sep);
  return parts.map((_, index) =>
    join(parts.slice(0, parts.length - index).join(sep) || sep, 'node_modules', 'lighthouse'),
  );
}

// Where `npm install -g` puts packages.
function globalFolders(): string[] {
  const prefix = dirname(process.execPath);
  const given = (process.env.NODE_PATH ?? '').split(process.platform === 'win32' ? ';' : ':').filter(Boolean);
  return [...given, join(prefix, '..', 'lib', 'node_modules'), join(prefix, 'node_modules')].map((each) =>
    join(each, 'lighthouse'),
  );
}

function missing(message: string): BtcpError {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const version = major > 22 || (major === 22 && minor >= 19) ? 'lighthouse' : 'lighthouse@12';
  return new BtcpError('unsupported', message, {
    hint: `The server's operator can install it: npm install -g ${version}, or without -g in the folder that the server runs in. browser_vitals, browser_accessibility and browser_trace need nothing.`,
  });
}
