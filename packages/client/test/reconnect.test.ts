import { createClient, type JSONRPCPacket, type Transport } from '@btcp/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

// A network in the hands of the test: it can be cut, be down, and stay silent.
function createNetwork() {
  let deliver: (message: JSONRPCPacket) => void = () => {};
  let closed: (event: { reason: string; code: number }) => void = () => {};
  const network = {
    isUp: true,
    hangs: false,
    isSilent: false,
    resumes: true,
    attempts: 0,
    sent: [] as Record<string, unknown>[],
    cut(): void {
      transport.isConnected = false;
      closed({ reason: 'cut', code: 1006 });
    },
    receive: (message: JSONRPCPacket) => deliver(message),
  };
  const transport = {
    isConnected: false as boolean,
    async connect() {
      network.attempts += 1;
      if (network.hangs) await new Promise(() => {});
      if (!network.isUp) throw new Error('the network is down');
      transport.isConnected = true;
    },
    async disconnect() {
      transport.isConnected = false;
    },
    async send(message: JSONRPCPacket) {
      if (!transport.isConnected) throw new Error('not connected');
      for (const single of [message].flat()) {
        network.sent.push({ ...single });
        if (!network.isSilent && 'method' in single && 'id' in single) answer(single.method, single.id, single.params);
      }
    },
    onMessage(handler: typeof deliver) {
      deliver = handler;
    },
    onClose(handler: typeof closed) {
      closed = handler;
    },
  } satisfies Transport;

  function answer(method: string, id: string | number | null, params: unknown) {
    if (method === 'question') return;
    const resumed = network.resumes && Object(params).resumeToken === 'token';
    const result = method === 'hello' ? { sessionId: 'session', version: '1.0', resumeToken: 'token', resumed } : {};
    deliver({ jsonrpc: '2.0', result, id });
  }
  return { network, transport };
}

function setUp(options: Partial<Parameters<typeof createClient>[0]> = {}) {
  const { network, transport } = createNetwork();
  const client = createClient({ serverUrl: 'memory:', transport, ...options });
  const attempts: number[] = [];
  client.on('reconnect', ({ attempt }) => attempts.push(attempt));
  return { network, client, attempts };
}

const methods = (sent: Record<string, unknown>[]) => sent.map(({ method }) => method).filter(Boolean);

// Not by counting timers: those of other files, which share this process, count too.
async function expectAtRest(network: { attempts: number; sent: unknown[] }) {
  const before = { attempts: network.attempts, sent: network.sent.length };
  await vi.advanceTimersByTimeAsync(600_000);
  expect({ attempts: network.attempts, sent: network.sent.length }).toEqual(before);
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('backoff', () => {
  test('waits twice as long each time, up to 30 seconds, and goes on after a failed attempt', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const { network, client, attempts } = setUp({ reconnectInterval: 1000 });
    await client.connect();
    network.isUp = false;
    network.cut();
    expect(client.status).toBe('reconnecting');
    for (const delay of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
      const before = network.attempts;
      await vi.advanceTimersByTimeAsync(delay - 1);
      expect(network.attempts).toBe(before);
      await vi.advanceTimersByTimeAsync(1);
      expect(network.attempts).toBe(before + 1);
    }
    expect(attempts).toEqual([1, 2, 3, 4, 5, 6, 7]);
    network.isUp = true;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(client.status).toBe('connected');
    client.destroy();
  });

  test('spreads the clients of one server over half to one and a half times the interval', async () => {
    const delays: number[] = [];
    for (const random of [0, 0.25, 0.5, 0.75, 1]) {
      vi.spyOn(Math, 'random').mockReturnValue(random);
      const { network, client } = setUp({ reconnectInterval: 1000 });
      await client.connect();
      const start = Date.now();
      client.on('reconnect', () => delays.push(Date.now() - start));
      network.cut();
      await vi.advanceTimersByTimeAsync(1500);
      client.destroy();
    }
    expect(delays).toEqual([500, 750, 1000, 1250, 1500]);
  });

  test('gives up after the attempts that are allowed', async () => {
    const { network, client, attempts } = setUp({ reconnectInterval: 10, maxReconnectAttempts: 3 });
    await client.connect();
    const contexts: unknown[] = [];
    client.on('error', ({ context }) => contexts.push(context));
    network.isUp = false;
    network.cut();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(attempts).toEqual([1, 2, 3]);
    expect(client.status).toBe('disconnected');
    expect(contexts.at(-1)).toBe('reconnect');
    await expectAtRest(network);
  });

  test('is off with autoReconnect: false, and ends with disconnect', async () => {
    const once = setUp({ autoReconnect: false });
    await once.client.connect();
    once.network.cut();
    expect(once.client.status).toBe('disconnected');
    const { network, client } = setUp();
    await client.connect();
    network.cut();
    await client.disconnect();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(once.network.attempts + network.attempts).toBe(2);
    await expectAtRest(network);
  });

  test('connect while waiting tries at once', async () => {
    const { network, client } = setUp();
    await client.connect();
    network.cut();
    await client.connect();
    expect(client.status).toBe('connected');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(network.attempts).toBe(2);
    client.destroy();
  });

  test('begins with the first connection, and ends with its attempts', async () => {
    const { network, client } = setUp({ reconnectInterval: 1000 });
    network.isUp = false;
    await expect(client.connect()).rejects.toThrow('the network is down');
    expect(client.status).toBe('reconnecting');
    network.isUp = true;
    await vi.advanceTimersByTimeAsync(1500);
    expect([client.status, network.attempts]).toEqual(['connected', 2]);
    client.destroy();
    const short = setUp({ reconnectInterval: 1000, maxReconnectAttempts: 2 });
    short.network.isUp = false;
    await expect(short.client.connect()).rejects.toThrow('the network is down');
    await vi.advanceTimersByTimeAsync(10_000);
    expect([short.client.status, short.network.attempts]).toEqual(['disconnected', 3]);
  });

  test('goes on by itself when a connect by hand fails in between, before the first attempt and after it', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const { network, client } = setUp({ reconnectInterval: 1000 });
    await client.connect();
    network.isUp = false;
    network.cut();
    await expect(client.connect()).rejects.toThrow('the network is down');
    expect(client.status).toBe('reconnecting');
    await vi.advanceTimersByTimeAsync(1000);
    await expect(client.connect()).rejects.toThrow('the network is down');
    expect(client.status).toBe('reconnecting');
    network.isUp = true;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(client.status).toBe('connected');
    client.destroy();
  });

  test('does not wait for a network that swallows everything', async () => {
    const { network, client } = setUp({ reconnectInterval: 1000 });
    network.hangs = true;
    const failed = expect(client.connect()).rejects.toMatchObject({ btcpCode: 'TIMEOUT' });
    await vi.advanceTimersByTimeAsync(10_000);
    await failed;
    network.hangs = false;
    await client.connect();
    network.hangs = true;
    network.cut();
    await vi.advanceTimersByTimeAsync(1500 + 10_000 + 3000 + 10_000);
    expect(network.attempts).toBeGreaterThanOrEqual(4);
    client.destroy();
  });

  test('asks for a fresh token each time', async () => {
    const tokens = ['first', 'second'];
    const { network, client } = setUp({ auth: { type: 'bearer', token: async () => tokens.shift() ?? '' } });
    await client.connect();
    network.cut();
    await vi.advanceTimersByTimeAsync(1500);
    expect(client.status).toBe('connected');
    expect(tokens).toEqual([]);
    client.destroy();
  });
});

describe('after a reconnect', () => {
  const tool = { name: 'slow', description: 'Takes its time' };

  test('the session is resumed and the tools are registered again', async () => {
    const { network, client } = setUp();
    const sessions: string[] = [];
    client.on('connect', ({ sessionId }) => sessions.push(sessionId));
    client.registerTool({ ...tool, handler: () => 1 });
    await client.connect();
    network.cut();
    client.registerTool({ ...tool, name: 'second', handler: () => 2 });
    await vi.advanceTimersByTimeAsync(1500);
    expect(sessions).toEqual(['session', 'session']);
    expect(methods(network.sent)).toEqual(['hello', 'tools/register', 'hello', 'tools/register']);
    expect(network.sent[2]).toMatchObject({ params: { sessionId: 'session', resumeToken: 'token', calls: [] } });
    expect(network.sent[3]).toMatchObject({ params: { tools: [{ name: 'slow' }, { name: 'second' }] } });
    client.destroy();
  });

  test('a call that ended while the connection was down is answered once, on the new one', async () => {
    const { network, client } = setUp();
    let finish: (value: string) => void = () => {};
    const started = new Promise<void>((resolve) => {
      client.registerTool({
        ...tool,
        handler: () =>
          new Promise((done) => {
            finish = done;
            resolve();
          }),
      });
    });
    await client.connect();
    network.receive({ jsonrpc: '2.0', method: 'tools/call', params: { name: 'slow' }, id: 'call-7' });
    await started;
    network.cut();
    finish('done');
    await vi.advanceTimersByTimeAsync(1500);
    expect(network.sent.find(({ params }) => Object(params).calls)).toMatchObject({ params: { calls: ['call-7'] } });
    expect(network.sent.filter(({ id, result }) => id === 'call-7' && result)).toHaveLength(1);
    client.destroy();
  });

  test('when the server has forgotten the session, its calls are aborted and not answered', async () => {
    const { network, client } = setUp();
    network.resumes = false;
    let signal: AbortSignal | undefined;
    const started = new Promise<void>((resolve) => {
      client.registerTool({
        ...tool,
        handler: (_params, context) => {
          signal = context.signal;
          resolve();
          return new Promise(() => {});
        },
      });
    });
    await client.connect();
    network.receive({ jsonrpc: '2.0', method: 'tools/call', params: { name: 'slow' }, id: 'call-7' });
    await started;
    network.cut();
    await vi.advanceTimersByTimeAsync(1500);
    expect(client.status).toBe('connected');
    expect(signal?.aborted).toBe(true);
    expect(network.sent.filter(({ id }) => id === 'call-7')).toEqual([]);
    client.destroy();
  });

  test('our own requests fail as soon as the connection is lost', async () => {
    const { network, client } = setUp();
    await client.connect();
    const answer = expect(client.send({ jsonrpc: '2.0', method: 'question', id: 1 })).rejects.toMatchObject({
      btcpCode: 'CONNECTION_LOST',
    });
    network.cut();
    await answer;
    client.destroy();
  });
});

describe('heartbeat', () => {
  test('asks after a silence, and takes a server that does not answer for dead', async () => {
    const { network, client } = setUp({ heartbeatInterval: 20_000 });
    const reasons: unknown[] = [];
    client.on('disconnect', (event) => reasons.push(event));
    await client.connect();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(methods(network.sent)).toEqual(['hello', 'ping', 'ping', 'ping']);
    network.isSilent = true;
    await vi.advanceTimersByTimeAsync(20_000 + 10_000);
    expect(reasons).toEqual([{ reason: 'no answer', code: 1006 }]);
    expect(client.status).toBe('reconnecting');
    network.isSilent = false;
    await vi.advanceTimersByTimeAsync(1500);
    expect(client.status).toBe('connected');
    client.destroy();
  });

  test('is content with any message, and stops with the client', async () => {
    const { network, client } = setUp({ heartbeatInterval: 1000 });
    await client.connect();
    for (let i = 0; i < 10; i += 1) {
      await vi.advanceTimersByTimeAsync(900);
      network.receive({ jsonrpc: '2.0', method: 'news' });
    }
    expect(methods(network.sent)).toEqual(['hello']);
    client.destroy();
    await expectAtRest(network);
  });
});
