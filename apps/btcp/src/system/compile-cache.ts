import * as module from 'node:module';
import { join } from 'node:path';
import { cacheDirectory } from '@btcp/chrome/directories';

interface WithCompileCache {
  enableCompileCache?(folder: string): unknown;
}

/** Keeps what V8 compiles for the next start, since Node 22.1. In a folder of this user, because it is run unread. */
export function keepCompiled(): void {
  (module as WithCompileCache).enableCompileCache?.(join(cacheDirectory(), 'compiled'));
}
