import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where browsers are kept between runs. `BTCP_CACHE` moves it. */
export function cacheDirectory(): string {
  const { BTCP_CACHE, XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (BTCP_CACHE) return BTCP_CACHE;
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'btcp');
  if (process.platform === 'win32') return join(LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'btcp', 'Cache');
  return join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'btcp');
}

/** Where each running process keeps the profiles of its browsers, to be swept when it is gone. */
export function runDirectory(): string {
  const user = process.getuid?.() ?? process.env.USERNAME ?? 'user';
  return join(tmpdir(), `btcp-${user}`);
}
