import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { type PageServer, servePages } from './serve-pages.ts';

const FOLDERS = [
  ['/client/', folderOf(import.meta.resolve('@btcp/client'))],
  ['/viewer/', folderOf(import.meta.resolve('@btcp/viewer'))],
  ['/protocol/', folderOf(import.meta.resolve('@btcp/protocol'))],
  ['/agent/', folderOf(import.meta.resolve('btcp-browser-agent'))],
] as const;

/** Serves a page that can import built modules as they are, from `/client/…`, `/viewer/…` and `/agent/…`. */
export function serveModulePage(
  script: string,
  pages: Record<string, string | RequestListener> = {},
): Promise<PageServer> {
  const html = `<!doctype html><title>Module page</title>
    <script type="importmap">{ "imports": { "@btcp/protocol": "/protocol/index.js" } }</script>
    <script type="module">${script}; globalThis.isReady = true;</script>`;
  return servePages(
    new Proxy<Record<string, string | RequestListener>>(
      { '/': html, ...pages },
      { get: (known, path: string) => known[path] ?? moduleAt(path) },
    ),
  );
}

function folderOf(module: string): string {
  return fileURLToPath(new URL('.', module));
}

function moduleAt(path: string): RequestListener | undefined {
  const [prefix, folder] = FOLDERS.find(([start]) => path.startsWith(start)) ?? [];
  if (!prefix || !folder) return undefined;
  return (_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/javascript' })
      .end(readFileSync(folder + path.slice(prefix.length)));
}
