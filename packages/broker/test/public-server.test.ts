import { type RunningBroker, startBroker } from '@btcp/test-support';
import { expect, test, vi } from 'vitest';

// A client of the public server: it chooses its session id, hears by SSE and speaks by POST.
async function openStream(running: RunningBroker, sessionId: string, clientType: string) {
  const controller = new AbortController();
  const url = `${running.http}/events?sessionId=${sessionId}&clientType=${clientType}&version=1.0`;
  const response = await fetch(url, { signal: controller.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const next = async (): Promise<Record<string, unknown>> => {
    for (;;) {
      const event = /^(?:id: \d+\n)?data: (.*)\n\n/.exec(text);
      if (event) {
        text = text.slice(event[0].length);
        return JSON.parse(String(event[1]));
      }
      const part = await reader?.read();
      if (part?.done) throw new Error('the stream ended');
      text += part?.value ?? '';
    }
  };
  return { next, close: () => controller.abort(), type: response.headers.get('content-type') };
}

async function post(running: RunningBroker, query: string, message: unknown): Promise<unknown> {
  const response = await fetch(`${running.http}/message?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
  });
  return response.json();
}

test('a page and an agent of the public server meet here', async () => {
  await using running = await startBroker();
  const page = await openStream(running, 'my-page', 'browser');
  expect(page.type).toBe('text/event-stream');
  expect(await page.next()).toMatchObject({ jsonrpc: '2.0', method: 'connected', params: { clientType: 'browser' } });
  const tools = [{ name: 'getPageTitle', description: 'Returns the title', inputSchema: {} }];
  const registration = { jsonrpc: '2.0', method: 'tools/register', params: { tools }, id: 1 };
  expect(await post(running, 'sessionId=my-page', registration)).toEqual({ success: true });
  expect(await page.next()).toEqual({ jsonrpc: '2.0', result: { success: true, registered: 1 }, id: 1 });

  const agent = await openStream(running, 'any', 'agent');
  expect(await agent.next()).toMatchObject({ id: 'sessions', result: { sessions: [{ toolCount: 1 }] } });
  const greeting = Object(await agent.next());
  expect(greeting).toMatchObject({ method: 'connected', params: { clientType: 'agent' } });
  const query = `sessionId=my-page&clientId=${greeting.params.clientId}`;
  await post(running, query, { jsonrpc: '2.0', method: 'session/join', params: { sessionId: 'my-page' }, id: 2 });
  expect(await agent.next()).toMatchObject({ result: { success: true, tools: [{ name: 'getPageTitle' }] }, id: 2 });

  await post(running, query, { jsonrpc: '2.0', method: 'tools/call', params: { name: 'getPageTitle' }, id: 3 });
  const call = Object(await page.next());
  expect(call).toMatchObject({ method: 'tools/call', params: { name: 'getPageTitle', arguments: {} } });
  // As the prose specification has it, the result is the bare value.
  await post(running, 'sessionId=my-page', { jsonrpc: '2.0', result: 'Shop', id: call.id });
  expect(await agent.next()).toEqual({
    jsonrpc: '2.0',
    result: { content: [{ type: 'text', text: 'Shop' }] },
    id: 3,
  });
  await post(running, query, { jsonrpc: '2.0', method: 'ping', id: 4 });
  expect(await agent.next()).toMatchObject({ result: { pong: true, timestamp: expect.any(Number) }, id: 4 });
  page.close();
  agent.close();
});

test('a page that has lost its stream comes again under its id', async () => {
  await using running = await startBroker();
  const first = await openStream(running, 'my-page', 'browser');
  await first.next();
  expect((await openStream(running, 'my-page', 'browser')).type, 'while it is connected').toContain('json');
  first.close();
  await vi.waitFor(() => expect(running.broker.pages()).toMatchObject([{ isAway: true }]));
  const second = await openStream(running, 'my-page', 'browser');
  expect(await second.next()).toMatchObject({ method: 'connected' });
  expect(running.broker.pages()).toMatchObject([{ isAway: false }]);
  second.close();
});

test('an answer has a result or an error, never both', async () => {
  await using running = await startBroker();
  const agent = await openStream(running, 'any', 'agent');
  await agent.next();
  const { clientId } = Object(await agent.next()).params;
  await post(running, `clientId=${clientId}`, { jsonrpc: '2.0', method: 'tools/list', id: 1 });
  const answer = await agent.next();
  expect(answer).toMatchObject({ error: { data: { btcpCode: 'SESSION_NOT_FOUND' } }, id: 1 });
  expect('result' in answer).toBe(false);
  agent.close();
});
