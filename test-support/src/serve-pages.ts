import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PageServer extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  origin: string;
  server: Server;
  close(): Promise<void>;
}

/** Serves each path's HTML on loopback; a function answers for itself. */
export async function servePages(pages: Record<string, string | RequestListener>): Promise<PageServer> {
  const server = createServer((request, response) => {
    const page = pages[new URL(request.url ?? '/', 'http://localhost').pathname];
    if (typeof page === 'function') return page(request, response);
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    return response.end(page ?? '<title>Not found</title><h1>Not found</h1>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, server, close, [Symbol.asyncDispose]: close };
}
