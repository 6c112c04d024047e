import { join } from 'node:path';
import { type PageServer, servePages } from '@btcp/test-support';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from './otlp-receiver.ts';
import { btcp, type RunningServer, serve, TestHome } from './run-btcp.ts';

const METRICS_TOKEN = 'metrics-token-0123456789';
const CANARY = 'words-of-the-page';
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const MCP_TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = 'b7ad6b7169203331';

const home = new TestHome();
// For a server next to the first: a second one on its data is refused.
const otherData = (name: string) => ({ BTCP_DATA: join(home.path, name) });
let pages: PageServer;
let collector: OtlpReceiver;
let server: RunningServer;

beforeAll(async () => {
  [pages, collector] = await Promise.all([
    servePages({ '/': `<title>${CANARY}</title><button>${CANARY}</button><input aria-label="Name">` }),
    startOtlpReceiver(),
  ]);
  server = await serve(home, ['--log-format', 'json', '--metrics-token', METRICS_TOKEN], {
    BTCP_LOG_LEVEL: 'debug',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=a%20team',
  });
  await call('browser_navigate', { url: pages.origin });
  await call('browser_click', { selector: '###' });
  await call('browser_fill', { selector: 'input', value: `${CANARY}-typed` });
  await call('no_such_tool_whatever', {});
});
afterAll(async () => {
  await server.stop();
  await Promise.all([pages.close(), collector.close()]);
  home[Symbol.dispose]();
});

function call(name: string, input: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${server.url}/sessions/shop/tools/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, traceparent: `00-${TRACE}-${PARENT}-01`, ...headers },
    body: JSON.stringify(input),
  });
}

async function metrics(token: string | null = METRICS_TOKEN): Promise<Map<string, number>> {
  const response = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

const attribute = (span: ReceivedSpan | undefined, name: string) =>
  span?.attributes.find(({ key }) => key === name)?.value.stringValue;

describe('metrics', () => {
  test('calls are counted by tool and outcome, with durations as a histogram', async () => {
    const values = await metrics();
    expect(values.get('btcp_calls_total{tool="browser_navigate",outcome="ok"}')).toBe(1);
    expect(values.get('btcp_calls_total{tool="browser_click",outcome="invalid_selector"}')).toBe(1);
    expect(values.get('btcp_call_duration_seconds_count{tool="browser_navigate"}')).toBe(1);
    expect(values.get('btcp_call_duration_seconds_bucket{tool="browser_navigate",le="+Inf"}')).toBe(1);
    expect(values.get('btcp_browsers_open')).toBe(1);
    expect(values.get('btcp_browsers_limit')).toBe(20);
    expect(values.get('btcp_browser_starts_total{outcome="ok"}')).toBe(1);
    expect(values.get('btcp_browser_queue_length')).toBe(0);
    expect(values.get('btcp_calls_running')).toBe(0);
    expect(values.get('process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
  });

  test('a name that no tool has is counted as unknown, so that callers cannot add series', async () => {
    const values = await metrics();
    expect(values.get('btcp_calls_total{tool="unknown",outcome="unknown_tool"}')).toBe(1);
    expect([...values.keys()].join('\n')).not.toContain('whatever');
  });

  test('a viewer and the frames sent to them are counted', async () => {
    const before = (await metrics()).get('btcp_live_frames_sent_total') ?? 0;
    const address = `${server.url.replace('http', 'ws')}/browser/stream?sessionId=shop`;
    const { default: WebSocket } = await import('ws');
    const socket = new WebSocket(address, ['btcp.live.v1'], { headers: { authorization: `Bearer ${server.token}` } });
    await vi.waitFor(async () => {
      const values = await metrics();
      expect(values.get('btcp_live_viewers')).toBe(1);
      expect(values.get('btcp_live_frames_sent_total')).toBeGreaterThan(before);
    }, 30_000);
    socket.close();
    await vi.waitFor(async () => expect((await metrics()).get('btcp_live_viewers')).toBe(0), 30_000);
  });

  test('the metrics need a token, and theirs opens nothing else', async () => {
    const read = (path: string, token?: string) =>
      fetch(server.url + path, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });
    expect((await read('/metrics')).status).toBe(401);
    expect((await read('/metrics', 'wrong')).status).toBe(401);
    expect((await read('/metrics', METRICS_TOKEN)).status).toBe(200);
    expect((await read('/metrics', server.token ?? '')).status).toBe(200);
    expect((await read('/browser/status', METRICS_TOKEN)).status).toBe(401);
    const refused = await btcp(home, ['serve', '--metrics-token', 'short']);
    expect(refused.stderr).toContain('--metrics-token is too easy to guess.');
  });
});

describe('probes', () => {
  test('/health and /ready answer without a token', async () => {
    const health = await fetch(`${server.url}/health`);
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok', sessions: 1 }]);
    const ready = await fetch(`${server.url}/ready`);
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);
  });

  test('/ready says why no browser can be taken', async () => {
    const full = await serve(home, ['--max-sessions', '0'], otherData('full'));
    const missing = await serve(home, ['--chrome', '/no/such/browser'], otherData('missing'));
    const answers = await Promise.all([full, missing].map(({ url }) => fetch(`${url}/ready`)));
    expect(answers.map(({ status }) => status)).toEqual([503, 503]);
    const [isFull, isMissing] = (await Promise.all(answers.map((answer) => answer.json()))) as { reason: string }[];
    expect(isFull?.reason).toBe('All 0 browsers are in use (--max-sessions).');
    expect(isMissing?.reason).toBe('No browser can be started; btcp doctor shows why.');
    await Promise.all([full.stop(), missing.stop()]);
  });
});

describe('traces', () => {
  const spansOf = (trace: string) => collector.spans.filter(({ traceId }) => traceId === trace);

  test("an HTTP call is one trace from the caller's span to the commands of Chrome", async () => {
    // The spans of one call may come in several exports.
    const { tool, request } = await vi.waitFor(() => {
      const found = spansOf(TRACE).find((span) => attribute(span, 'gen_ai.tool.name') === 'browser_navigate');
      const above = spansOf(TRACE).find(({ spanId }) => spanId === found?.parentSpanId);
      expect(above).toBeDefined();
      return { tool: found as ReceivedSpan, request: above };
    }, 30_000);
    expect(request?.name).toBe('POST /sessions/:sessionId/tools/:name');
    expect(request?.parentSpanId).toBe(PARENT);
    const below = spansOf(TRACE).filter(({ parentSpanId }) => parentSpanId === tool.spanId);
    expect(below.map(({ name }) => name)).toContain('CDP Page.navigate');
    expect(below.map(({ name }) => name)).toContain('browser start');
    expect(BigInt(tool.endTimeUnixNano)).toBeGreaterThan(BigInt(tool.startTimeUnixNano));
    expect(collector.headers['x-tenant']).toBe('a team');
  });

  test('a failed call has its error code as the type of error', async () => {
    await vi.waitFor(() => {
      const failed = spansOf(TRACE).find((span) => attribute(span, 'gen_ai.tool.name') === 'browser_click');
      expect(attribute(failed, 'error.type')).toBe('invalid_selector');
      expect(failed?.status).toEqual({ code: 2 });
    }, 30_000);
  });

  test('an MCP call continues the trace of its _meta', async () => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const requestInit = { headers: { authorization: `Bearer ${server.token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(server.mcp), { requestInit }));
    const meta = { traceparent: `00-${MCP_TRACE}-${PARENT}-01` };
    await client.callTool({ name: 'browser_tabs', arguments: {}, _meta: meta });
    await vi.waitFor(() => {
      const [span] = spansOf(MCP_TRACE).filter((each) => attribute(each, 'gen_ai.tool.name') === 'browser_tabs');
      expect(span?.parentSpanId).toBe(PARENT);
    }, 30_000);
    await client.close();
  });

  test('a caller who does not sample is not traced', async () => {
    const unsampled = 'f'.repeat(32);
    await call('browser_tabs', {}, { traceparent: `00-${unsampled}-${PARENT}-00` });
    const sampled = 'e'.repeat(32);
    await call('browser_tabs', {}, { traceparent: `00-${sampled}-${PARENT}-01` });
    await vi.waitFor(() => expect(spansOf(sampled)).not.toEqual([]), 30_000);
    expect(spansOf(unsampled)).toEqual([]);
  });
});

describe('logs', () => {
  const entries = () =>
    server.log.split('\n').flatMap((line) => (line.startsWith('{"time"') ? [JSON.parse(line)] : []));

  test('each call is one line of JSON: tool, session, outcome, code, duration, trace', async () => {
    await vi.waitFor(() => {
      const lines = entries().filter(({ message, session }) => message === 'call' && session === 'shop');
      expect(lines[0]).toEqual({
        time: expect.any(String),
        level: 'info',
        message: 'call',
        tool: 'browser_navigate',
        session: 'shop',
        outcome: 'ok',
        duration_ms: expect.any(Number),
        trace: TRACE,
      });
      expect(lines[1]).toMatchObject({ tool: 'browser_click', outcome: 'error', code: 'invalid_selector' });
    }, 30_000);
  });

  test('requests are logged at debug by their route', async () => {
    await vi.waitFor(
      () => expect(entries()).toContainEqual(expect.objectContaining({ message: 'request', route: '/metrics' })),
      30_000,
    );
  });

  test('nothing of a page, of arguments or of tokens is in logs, metrics or traces', async () => {
    await vi.waitFor(() => expect(entries().some(({ tool }) => tool === 'browser_fill')).toBe(true), 30_000);
    const seen = entries().map((entry) => JSON.stringify(entry));
    const names = [...(await metrics()).keys()];
    for (const text of [seen.join('\n'), names.join('\n'), JSON.stringify(collector.spans)]) {
      expect(text).not.toContain(CANARY);
      expect(text).not.toContain(server.token);
      expect(text).not.toContain(METRICS_TOKEN);
    }
  });

  test('levels and formats are checked, and text is for people', async () => {
    const wrong = await btcp(home, ['serve', '--log-level', 'loud']);
    expect(wrong.stderr).toContain('--log-level is "loud".\nGive one of off, error, warn, info, debug.');
    const endpoint = await btcp(home, ['serve', '--otlp-endpoint', 'collector:4318']);
    expect(endpoint.stderr).toContain('--otlp-endpoint is "collector:4318".');
    const plain = await serve(home, ['--log-level', 'info'], otherData('plain'));
    const started = /^\S+Z info server started url=http:\/\/127\.0\.0\.1:\d+ version=\S+$/m;
    await vi.waitFor(() => expect(plain.log).toMatch(started));
    await plain.stop();
  });
});
