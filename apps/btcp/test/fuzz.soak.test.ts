import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LiveClient, servePages } from '@btcp/test-support';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test, vi } from 'vitest';
import { fuzzHttp, fuzzSessionMcp, fuzzStatelessMcp } from './fuzz/http-doors.ts';
import { Mutations } from './fuzz/mutations.ts';
import { fuzzBroker, fuzzBytes, fuzzCommands, fuzzLive } from './fuzz/socket-doors.ts';
import { Target } from './fuzz/target.ts';
import { type RunningServer, serve, TestHome } from './run-btcp.ts';

const SEED = Number(process.env.BTCP_FUZZ_SEED ?? 17);
// In CPU time of the server's main thread, on a machine like ours: a busy machine is slow, and holds nothing up.
const MAX_HELD_MS = 50;
const PROBE = new URL('./fuzz/loop-probe.mjs', import.meta.url).href;
// The limit of the server is for what is fuzzed.
const VISIT = '60s';
const PAGE = '<title>Fuzz</title><h1>Fuzz</h1><label>Name <input id="name" name="name"></label>';

const DOORS = [
  [fuzzHttp, 12_000],
  [fuzzSessionMcp, 3_000],
  [fuzzStatelessMcp, 3_000],
  [fuzzBroker, 40_000],
  [fuzzLive, 41_000],
  [fuzzBytes, 1_000],
  [fuzzCommands, 500],
] as const;

interface ProbeEntry {
  /** As long as it would be on a machine like ours. */
  held?: number;
  slowness?: number;
  uncaught?: string;
}

async function answersAsBefore(server: RunningServer, target: Target, origin: string): Promise<void> {
  const visit = { url: origin, timeout: VISIT };
  expect(await server.post('/sessions/fuzz/tools/browser_navigate', visit)).toMatchObject({ status: 200 });
  const client = new Client({ name: 'after', version: '1.0.0' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(server.mcp), { requestInit: { headers: target.authorization } }),
  );
  expect((await client.listTools()).tools.length).toBeGreaterThan(10);
  await client.close();
  const stream = `${server.url.replace('http', 'ws')}/browser/stream?sessionId=watched`;
  const viewer = await LiveClient.plain(stream, target.authorization);
  await viewer.until(() => viewer.messages.some(({ type }) => type === 'frame'));
  await viewer.close();
}

test('100,000 fuzzed messages at every door crash nothing, and none holds the event loop (T16, T17, T18)', async () => {
  using home = new TestHome();
  await using site = await servePages({ '/': PAGE });
  const report = join(home.path, 'probe.jsonl');
  writeFileSync(report, '');
  const flags = ['--max-sessions', '2', '--timeout', '300ms', '--allow-origin', 'http://page.test'];
  const server = await serve(home, flags, { NODE_OPTIONS: `--import ${PROBE}`, BTCP_PROBE_REPORT: report });
  const target = new Target(server);
  const repeat = `seed ${SEED}; BTCP_FUZZ_SEED=${SEED} repeats it`;
  const reported = (): ProbeEntry[] =>
    readFileSync(report, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  try {
    for (const session of ['fuzz', 'watched']) {
      const { body } = await server.post(`/sessions/${session}/tools/browser_navigate`, {
        url: site.origin,
        timeout: VISIT,
      });
      expect(body).toMatchObject({ success: true });
    }
    // Every door once, so that what is loaded with the first message is there.
    for (const [fuzz] of DOORS) await fuzz(target, new Mutations(1), 20);
    writeFileSync(report, '{"begin":true}\n', { flag: 'a' });
    await vi.waitUntil(() => reported().some((entry) => entry.slowness));
    target.sent = 0;

    await Promise.all(DOORS.map(([fuzz, count], index) => fuzz(target, new Mutations(SEED + index), count)));

    expect(target.sent, repeat).toBeGreaterThanOrEqual(100_000);
    expect(server.process.exitCode, repeat).toBeNull();
    const uncaught = reported().flatMap((entry) => entry.uncaught ?? []);
    expect(uncaught, repeat).toEqual([]);
    expect(target.failures.slice(0, 5), repeat).toEqual([]);
    const held = reported().map((entry) => entry.held ?? 0);
    expect(Math.max(...held), repeat).toBeLessThan(MAX_HELD_MS);
    await answersAsBefore(server, target, site.origin);
    // A server that is asked to end has a few seconds for it, whatever else the machine does.
    for (const session of ['fuzz', 'watched']) await server.post(`/sessions/${session}/tools/browser_close`);
  } finally {
    target.close();
    server.process.kill('SIGTERM');
  }
  expect(await server.ended, repeat).toBe(0);
}, 600_000);
