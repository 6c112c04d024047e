// `npm ci` refuses a lock file that lacks the optional packages of other platforms, and `npm install` leaves them
// out when the registry at hand does not carry them. This adds the missing entries: version, os, cpu and libc are all
// that npm needs to skip them here and to install them where they belong. Run by `npm run lock`.
import { readFileSync, writeFileSync } from 'node:fs';

const OPERATING_SYSTEMS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const PROCESSORS = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

/** @type {{ packages: Record<string, { optionalDependencies?: Record<string, string>, dev?: boolean }> }} */
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
let added = 0;
for (const [parent, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const path = `${folderOf(parent)}node_modules/${name}`;
    if (lock.packages[path]) continue;
    const platform = platformOf(name);
    if (!platform) continue;
    const locked = { version, ...(entry.dev ? { dev: true } : {}), optional: true, ...platform };
    lock.packages[path] = locked;
    added++;
  }
}
const sorted = Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1));
writeFileSync('package-lock.json', `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
console.log(`package-lock.json: added ${added} optional packages of other platforms`);

/**
 * Where npm puts what a package needs: next to the package, or at the top for one of this repository.
 * @param {string} parent such as `node_modules/vitepress/node_modules/esbuild`
 */
function folderOf(parent) {
  const at = parent.lastIndexOf('node_modules/');
  return at < 0 ? '' : parent.slice(0, at);
}

/** @param {string} name such as `@biomejs/cli-linux-arm64-musl` */
function platformOf(name) {
  const os = OPERATING_SYSTEMS.find((candidate) => name.includes(`-${candidate}`) || name.includes(`/${candidate}-`));
  const cpu = PROCESSORS.find((candidate) => name.includes(`-${candidate}`));
  if (!cpu) return undefined;
  const libc = name.includes('musl') ? ['musl'] : name.includes('gnu') ? ['glibc'] : undefined;
  return { ...(os ? { os: [os] } : {}), cpu: [cpu], ...(libc ? { libc } : {}) };
}
