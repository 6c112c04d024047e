import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type RunningServer, serve, TestHome } from './run-btcp.ts';

const PROMETHEUS = process.env.BTCP_PROMETHEUS ?? '/usr/bin/prometheus';
const TOKEN = 'metrics-token-0123456789';

const home = new TestHome();
let server: RunningServer;

beforeAll(async () => {
  server = await serve(home, ['--metrics-token', TOKEN]);
  // It needs no browser, and fails: a series of each kind is there.
  await server.post('/sessions/a/tools/browser_click', {});
});
afterAll(async () => {
  await server.stop();
  home[Symbol.dispose]();
});

test('promtool finds nothing wrong with the metrics', async () => {
  const response = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  const check = spawn(join(dirname(PROMETHEUS), 'promtool'), ['check', 'metrics']);
  check.stdin.end(await response.text());
  const [stdout, stderr] = await Promise.all([text(check.stdout), text(check.stderr)]);
  expect(stdout + stderr).toBe('');
});

test('Prometheus scrapes the metrics with their own token', async () => {
  const configuration = join(home.path, 'prometheus.yml');
  const scrape = {
    job_name: 'btcp',
    scrape_interval: '1s',
    authorization: { credentials: TOKEN },
    static_configs: [{ targets: [new URL(server.url).host] }],
  };
  writeFileSync(configuration, JSON.stringify({ scrape_configs: [scrape] }));
  const prometheus = spawn(
    PROMETHEUS,
    [
      `--config.file=${configuration}`,
      `--storage.tsdb.path=${join(home.path, 'data')}`,
      '--web.listen-address=127.0.0.1:0',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let printed = '';
  prometheus.stderr.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk));
  const ended = new Promise((resolve) => prometheus.once('exit', resolve));
  try {
    const address = await vi.waitFor(() => {
      const found = /address=(127\.0\.0\.1:[1-9]\d*)/.exec(printed)?.[1];
      expect(found, printed).toBeDefined();
      return found;
    }, 30_000);
    await vi.waitFor(async () => {
      const query = 'btcp_calls_total{tool="browser_click",outcome="invalid_input"}';
      const answer = await fetch(`http://${address}/api/v1/query?query=${encodeURIComponent(query)}`);
      const { data } = (await answer.json()) as { data: { result: { value: [number, string] }[] } };
      expect(data.result.map(({ value }) => value[1])).toEqual(['1']);
    }, 30_000);
  } finally {
    prometheus.kill('SIGTERM');
    await ended;
  }
});
