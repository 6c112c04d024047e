import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PageServer, servePages } from '@btcp/test-support';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { btcp, MAIN, serve, TestHome } from './run-btcp.ts';

const home = new TestHome();
let shop: PageServer;
let other: PageServer;

beforeAll(async () => {
  other = await servePages({ '/': '<title>Other</title>' });
  shop = await servePages({
    '/': '<title>Shop</title>',
    '/leave': (_, response) => response.writeHead(302, { location: other.origin }).end(),
  });
});
afterAll(async () => {
  await Promise.all([shop.close(), other.close()]);
  home[Symbol.dispose]();
});

// `btcp mcp`, and where its browser gets to.
async function mcp(args: string[], environment: NodeJS.ProcessEnv = {}) {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const env = { ...home.environment, ...environment } as Record<string, string>;
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [MAIN, 'mcp', ...args], env }));
  return {
    visit: async (url: string) => {
      const { content } = await client.callTool({ name: 'browser_navigate', arguments: { url } });
      return (content as { text: string }[])[0]?.text;
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

test.each(['flag', 'variable', 'config file'])('--allow-host limits what btcp mcp reaches, as a %s', async (how) => {
  const config = join(home.path, 'reach.json');
  writeFileSync(config, JSON.stringify({ 'allow-host': shop.origin }));
  const [args, environment] = {
    flag: [['--allow-host', shop.origin], {}] as const,
    variable: [[], { BTCP_ALLOW_HOST: shop.origin }] as const,
    'config file': [['--config', config], {}] as const,
  }[how] ?? [[], {}];
  await using browser = await mcp([...args], environment);
  expect(await browser.visit(shop.origin)).toContain('"Shop"');
  for (const url of [other.origin, `${shop.origin}/leave`]) {
    expect(await browser.visit(url), url).toContain(`The network policy refuses ${new URL(other.origin).host}`);
  }
});

test('btcp mcp still takes --deny-origin and --allow-origin, and says what to use instead', async () => {
  await using browser = await mcp(['--deny-origin', other.origin]);
  expect(await browser.visit(shop.origin)).toContain('"Shop"');
  expect(await browser.visit(other.origin)).toContain(`${other.origin} is denied`);
  expect(await btcp(home, ['mcp', '--allow-origin', 'shop.test'])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /--allow-origin is deprecated: use --allow-host(?:.|\n)*"shop.test", which is no origin/,
    ),
  });
});

test('--allow-host takes origins too, for the browsers of btcp serve', async () => {
  const server = await serve(home, ['--allow-host', shop.origin]);
  try {
    const visit = (url: string) => server.post('/sessions/a/tools/browser_navigate', { url });
    expect(await visit(shop.origin)).toMatchObject({ status: 200 });
    expect(await visit(other.origin)).toMatchObject({ status: 403, body: { error: { code: 'denied' } } });
  } finally {
    await server.stop();
  }
});
