import type { Plugin } from 'vite';

/**
 * Passes `/btcp` on to a running `btcp serve`, so that the page and the server share one origin and the token stays out
 * of the page. `npm start` sets both variables.
 */
export function btcpServer(): Plugin {
  const { BTCP_URL = 'http://127.0.0.1:4700', BTCP_TOKEN } = process.env;
  const headers = BTCP_TOKEN ? { headers: { authorization: `Bearer ${BTCP_TOKEN}` } } : {};
  return {
    name: 'btcp-server',
    config: () => ({
      server: {
        proxy: {
          '/btcp': { target: BTCP_URL, ws: true, ...headers },
          // The client for pages without a build.
          '/client.js': { target: BTCP_URL, changeOrigin: true },
        },
      },
    }),
  };
}
