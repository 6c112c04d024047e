import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromesOf, servePages } from '@btcp/test-support';
import { afterAll, expect, test, vi } from 'vitest';
import { btcp, serve, TestHome } from './run-btcp.ts';

const site = await servePages({ '/': '<title>Sign in</title><input id="name"><input id="password" type="password">' });
const home = new TestHome();
afterAll(async () => {
  vi.unstubAllEnvs();
  await site.close();
  home[Symbol.dispose]();
});

function writeSecrets(text: string, mode = 0o600): string {
  const file = join(home.path, `secrets-${mode}-${text.length}.json`);
  writeFileSync(file, text, { mode });
  return file;
}

test('secrets of a file and of the environment are typed by name, and no browser inherits them', async () => {
  vi.stubEnv('BTCP_SECRET_FROM_SHELL', 'shell-canary');
  vi.stubEnv('BTCP_SECRET_FROM_SHELL_ORIGIN', site.origin);
  const file = writeSecrets(JSON.stringify({ github: { value: 'file-canary', origin: site.origin } }));
  const server = await serve(home, ['--secrets', file]);
  const call = (name: string, input: object) => server.post(`/sessions/a/tools/${name}`, input);
  await call('browser_navigate', { url: site.origin });
  await call('browser_fill', { selector: '#name', value: 'secret:from_shell' });
  const filled = await call('browser_fill', { selector: '#password', value: 'secret:github' });
  expect(filled).toMatchObject({ status: 200 });
  const typed = await call('browser_evaluate', {
    script:
      '[document.querySelector("#name").value, document.querySelector("#password").value].map((text) => text.length)',
  });
  expect(typed.body).toMatchObject({ data: { value: '[12,11]' } });
  const reported = await call('browser_evaluate', { script: 'document.querySelector("#name").value' });
  expect(JSON.stringify([filled, reported])).not.toContain('canary');
  const byVerb = [
    await btcp(home, ['fill', '#name', 'secret:from_shell', '--session', 'a']),
    await btcp(home, ['eval', 'document.querySelector("#name").value', '--session', 'a']),
    await btcp(home, ['snapshot', '--session', 'a', '--json']),
  ];
  expect(byVerb.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(JSON.stringify(byVerb)).not.toContain('canary');
  const unknown = await call('browser_fill', { selector: '#name', value: 'secret:gitlab' });
  expect(unknown).toMatchObject({
    status: 404,
    body: { error: { hint: 'The secrets are secret:github, secret:from_shell.' } },
  });
  for (const pid of chromesOf(server.process.pid)) {
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('canary');
  }
  await server.stop();
});

test.each([
  ['others may read', '{"a":{"value":"canary","origin":"https://a.test"}}', 0o644, 'chmod 600'],
  ['is no JSON', '{"a":{"value":"canary"', 0o600, 'JSON object'],
  ['has a secret without an origin', '{"a":{"value":"canary"}}', 0o600, 'origin'],
])('a file that %s is refused at the start, without showing what is in it', async (_, text, mode, hint) => {
  const outcome = await btcp(home, ['serve', '--port', '0', '--secrets', writeSecrets(text, mode)]);
  expect(outcome.code).not.toBe(0);
  expect(outcome.stderr).toContain(hint);
  expect(outcome.stdout + outcome.stderr).not.toContain('canary');
});

test('a file that was named and is not there is an error', async () => {
  const outcome = await btcp(home, ['mcp', '--secrets', '/no/such/secrets.json']);
  expect(outcome).toMatchObject({ code: 2, stderr: expect.stringContaining('/no/such/secrets.json') });
});
