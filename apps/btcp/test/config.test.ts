import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { btcp, TestHome } from './run-btcp.ts';

const home = new TestHome();
afterAll(() => home[Symbol.dispose]());

interface Row {
  name: string;
  value: unknown;
  from: string;
  source: string | null;
}

test('btcp config prints each setting and where it comes from, and no secret', async () => {
  const file = join(home.path, 'config.json');
  const token = 'a-token-0123456789';
  writeFileSync(file, JSON.stringify({ idle: '5m', port: 4701, headed: true }));
  const environment = {
    BTCP_TOKEN: token,
    BTCP_PORT: '4702',
    BTCP_CONNECT: `wss://browser.test/?key=${token}`,
    BTCP_PROXY: `http://ada:${token}@proxy.test`,
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
  };
  const args = ['config', '--config', file, '--viewport', '800x600'];
  const { stdout, code } = await btcp(home, [...args, '--json'], environment);
  expect(code).toBe(0);
  const rows = new Map((JSON.parse(stdout).settings as Row[]).map(({ name, ...row }) => [name, row]));
  expect(rows.get('viewport')).toEqual({ value: '800x600', from: 'flag', source: '--viewport' });
  // A variable comes before the file.
  expect(rows.get('port')).toEqual({ value: '4702', from: 'variable', source: 'BTCP_PORT' });
  expect(rows.get('idle')).toEqual({ value: '5m', from: 'file', source: file });
  expect(rows.get('headed')).toEqual({ value: true, from: 'file', source: file });
  expect(rows.get('max-sessions')).toEqual({ value: '20', from: 'default', source: null });
  expect(rows.get('otlp-endpoint')).toMatchObject({ from: 'variable', source: 'OTEL_EXPORTER_OTLP_ENDPOINT' });
  expect(rows.get('token')).toEqual({ value: '•••', from: 'variable', source: 'BTCP_TOKEN' });
  expect(stdout).not.toContain(token);

  const text = await btcp(home, args, environment);
  expect(text.stdout).toMatch(/^SETTING +VALUE +FROM$/m);
  expect(text.stdout).toMatch(/^port +4702 +variable BTCP_PORT$/m);
  expect(text.stdout).toMatch(/^token +••• +variable BTCP_TOKEN$/m);
  expect(text.stdout).not.toContain(token);
  expect(text.stdout).toMatch(/^max-sessions +20 +default$/m);
});

test('--client-certificate is read from flags, a variable and a list in the file, and is checked at the start', async () => {
  const certificates = fileURLToPath(new URL('../../../packages/chrome/test/certificates/', import.meta.url));
  const good = (origin: string) =>
    `origin=${origin},cert=${certificates}client.pem,key=${certificates}client.key,passphrase=open, sesame;`;
  const wrong = 'origin=https://c.test,pfx=gone.p12';
  const file = join(home.path, 'certificates.json');
  writeFileSync(file, JSON.stringify({ 'client-certificate': [good('https://a.test'), wrong] }));
  const start = (args: string[], environment = {}) => btcp(home, ['mcp', ...args], environment);
  const given = good('https://a.test');
  // The second one is read too, or the message would be another.
  const outcomes = await Promise.all([
    start(['--client-certificate', given, '--client-certificate', wrong]),
    start([], { BTCP_CLIENT_CERTIFICATE: `${given};${wrong}` }),
    start(['--config', file]),
    start(['--client-certificate', given, '--client-certificate', good('https://b.test')]),
    start(['--client-certificate', 'origin=https://a.test,file=hunter2']),
  ]);
  for (const { code, stderr } of outcomes.slice(0, 3)) {
    expect(stderr).toContain(`${join(process.cwd(), 'gone.p12')}, a file of the client certificate for https://c.test`);
    expect(code).toBe(2);
  }
  const [, , , both, unknown] = outcomes;
  expect(both).toMatchObject({ code: 0, stderr: '' });
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('--client-certificate cannot be read.') });
  expect(unknown?.stderr).not.toContain('hunter2');
});
