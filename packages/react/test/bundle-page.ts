import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleModule } from '@btcp/test-support';

export const REACT_VERSIONS = ['19', '18'] as const;
export type ReactVersion = (typeof REACT_VERSIONS)[number];

const folderOf = (name: string) => fileURLToPath(new URL('.', import.meta.resolve(`${name}/package.json`)));

/** A module of `page`, with this React. */
export function bundlePage(name: 'client' | 'memory' | 'preview' | 'server', version: ReactVersion): Promise<string> {
  const path = fileURLToPath(new URL(`page/${name}.tsx`, import.meta.url));
  const alias = version === '18' ? { react: folderOf('react-18'), 'react-dom': folderOf('react-dom-18') } : {};
  return bundleModule(path, name === 'server' ? 'node' : 'browser', alias);
}

type ServerPage = typeof import('./page/server.tsx');
const servers = new Map<ReactVersion, Promise<ServerPage>>();

/** The server's side of `page`, with this React, in this process; bundled once. */
export function loadServer(version: ReactVersion): Promise<ServerPage> {
  const loaded = servers.get(version) ?? bundleServer(version);
  servers.set(version, loaded);
  return loaded;
}

async function bundleServer(version: ReactVersion): Promise<ServerPage> {
  const folder = mkdtempSync(join(tmpdir(), 'btcp-react-'));
  try {
    const file = join(folder, 'server.mjs');
    writeFileSync(file, await bundlePage('server', version));
    return await import(pathToFileURL(file).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
