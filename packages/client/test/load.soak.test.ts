import { readFileSync } from 'node:fs';
import { createClient, webSocketTransport } from '@btcp/client';
import { poll, servePages, startBroker, startChrome } from '@btcp/test-support';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';

const PAGE = `<!doctype html><title>Script page</title>
<script src="/client.min.js"></script>
<script>
  const client = BTCP.createClient({ serverUrl: new URLSearchParams(location.search).get('server') });
  client.registerTool({ name: 'echo', description: 'Gives back its input', handler: (params) => params });
  client.connect();
</script>`;

test('a thousand calls at once, then ten thousand without a growing heap', async () => {
  await using site = await servePages({
    '/': PAGE,
    '/client.min.js': (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/javascript' })
        .end(readFileSync(new URL('../dist/btcp-client.min.js', import.meta.url))),
  });
  await using running = await startBroker({ allowedOrigins: [site.origin] });
  const browser = await startChrome();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`${site.origin}/?server=${encodeURIComponent(running.webSocket)}`);
  await poll(() => running.broker.pages().find(({ tools }) => tools.length > 0));
  const agent = createClient({
    serverUrl: running.webSocket,
    transport: webSocketTransport({ WebSocket }),
    clientType: 'agent',
  });
  await agent.connect();
  const callMany = (count: number) =>
    Promise.all(
      Array.from({ length: count }, async (_unused, number) => {
        const params = { name: 'echo', arguments: { number } };
        const answer = await agent.send({ jsonrpc: '2.0', method: 'tools/call', params, id: `call-${number}` });
        expect(answer).toMatchObject({ result: { structuredContent: { number } } });
      }),
    );
  await callMany(1000);
  const session = await page.createCDPSession();
  const heapSize = async () => {
    await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize;
  };
  const before = await heapSize();
  for (let round = 0; round < 20; round += 1) await callMany(500);
  expect((await heapSize()) - before).toBeLessThan(500_000);
  agent.destroy();
});
