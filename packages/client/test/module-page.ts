import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { servePages } from '@btcp/test-support';

const FOLDERS = [
  ['/client/', fileURLToPath(new URL('../dist/modules/', import.meta.url))],
  ['/protocol/', fileURLToPath(new URL('.', import.meta.resolve('@btcp/protocol')))],
] as const;

/** Serves a page that can import the client's modules as they were built, from `/client/…`. */
export function serveModulePage(script: string, pages: Record<string, RequestListener> = {}) {
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

function moduleAt(path: string): RequestListener | undefined {
  const [prefix, folder] = FOLDERS.find(([start]) => path.startsWith(start)) ?? [];
  if (!prefix || !folder) return undefined;
  return (_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/javascript' })
      .end(readFileSync(folder + path.slice(prefix.length)));
}
