import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Plugin } from 'vite';

/** Passes `/btcp` on to `btcp serve`: page and server share one origin, and the token stays out of the page. */
export function btcpServer(): Plugin {
  const { BTCP_URL = 'http://127.0.0.1:4700', BTCP_TOKEN } = process.env;
  const headers = BTCP_TOKEN ? { headers: { authorization: `Bearer ${BTCP_TOKEN}` } } : {};
  // A page of this server counts as a page of that one, which refuses all others.
  const vouch = (passedOn: ClientRequest, { headers: { host, origin } }: IncomingMessage) => {
    if (origin === `http://${host}`) passedOn.setHeader('origin', BTCP_URL);
  };
  return {
    name: 'btcp-server',
    config: () => ({
      server: {
        proxy: {
          '/btcp': {
            target: BTCP_URL,
            changeOrigin: true,
            ws: true,
            ...headers,
            configure: (proxy) => void proxy.on('proxyReq', vouch).on('proxyReqWs', vouch),
          },
          // The client for pages without a build.
          '/client.js': { target: BTCP_URL, changeOrigin: true },
        },
      },
    }),
  };
}
