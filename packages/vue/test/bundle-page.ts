import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleModule } from '@btcp/test-support';
import type { Settings } from './page/app.ts';

export const VUE_VERSIONS = ['3.5', '3.4'] as const;
export type VueVersion = (typeof VUE_VERSIONS)[number];

export const SETTINGS: Settings = {
  serverUrl: 'ws://127.0.0.1:1',
  label: 'first',
  description: 'Adds to the number',
  panels: 1,
};

const folderOf = (name: string) => fileURLToPath(new URL('.', import.meta.resolve(`${name}/package.json`)));

/** A module of `page`, with this Vue. */
export function bundlePage(name: 'client' | 'server', version: VueVersion): Promise<string> {
  const path = fileURLToPath(new URL(`page/${name}.ts`, import.meta.url));
  const alias = version === '3.4' ? { vue: folderOf('vue-3.4') } : {};
  return bundleModule(path, name === 'client' ? 'browser' : 'node', alias);
}

type ServerPage = typeof import('./page/server.ts');
const servers = new Map<VueVersion, Promise<ServerPage>>();

/** The server's side of `page`, with this Vue, in this process; bundled once. */
export function loadServer(version: VueVersion): Promise<ServerPage> {
  const loaded = servers.get(version) ?? bundleServer(version);
  servers.set(version, loaded);
  return loaded;
}

async function bundleServer(version: VueVersion): Promise<ServerPage> {
  const folder = mkdtempSync(join(tmpdir(), 'btcp-vue-'));
  try {
    const file = join(folder, 'server.mjs');
    writeFileSync(file, await bundlePage('server', version));
    return await import(pathToFileURL(file).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
