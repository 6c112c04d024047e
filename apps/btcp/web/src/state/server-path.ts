// Not in one expression, which the bundler would take for the address of an asset.
const script = import.meta.url;

// The path under which a proxy serves this server: the scripts are in its folder `assets`. Empty without a prefix.
const SERVER_PATH = new URL('..', script).pathname.replace(/\/$/, '');

export function serverPath(path: string): string {
  return SERVER_PATH + path;
}

/** The path of this server that an address of it has. */
export function withoutServerPath(path: string): string {
  return path === SERVER_PATH || path.startsWith(`${SERVER_PATH}/`) ? path.slice(SERVER_PATH.length) || '/' : path;
}
