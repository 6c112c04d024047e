import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { MAIN, serve, TestHome } from './run-btcp.ts';

const home = new TestHome();
afterAll(() => home[Symbol.dispose]());

// Names each file that Node loads, in lines that begin so.
const LOADED = 'loaded ';
const HOOK = `export const load = (url, context, next) => { process._rawDebug('${LOADED}' + url); return next(url, context); }`;
const script = (source: string) => `data:text/javascript,${encodeURIComponent(source)}`;
const WATCH = script(`import { register } from 'node:module'; register(${JSON.stringify(script(HOOK))});`);

async function run(args: string[], lines: object[] = [], { environment } = home) {
  const child = spawn(process.execPath, ['--import', WATCH, MAIN, ...args], { env: environment });
  child.stdin.end(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const loaded = stderr.split('\n').filter((line) => line.startsWith(LOADED));
  return { stdout, stderr, loaded: loaded.filter((line) => line.includes('file:')).join('\n') };
}

test('btcp mcp answers what tools there are without loading an engine', async () => {
  const clientInfo = { name: 'test', version: '1.0.0' };
  const { stdout, loaded } = await run(
    ['mcp'],
    [
      { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/list' },
    ].map((message) => ({ jsonrpc: '2.0', ...message })),
  );
  expect(stdout).toContain('"browser_snapshot"');
  expect(loaded).toContain('/mcp.js');
  expect(loaded).not.toMatch(/\/chrome\.js|puppeteer/);
});

test('btcp serve checks its flags before it loads the server', async () => {
  const { stderr, loaded } = await run(['serve', '--port', '70000']);
  expect(stderr).toContain('--port is "70000".');
  expect(loaded).toContain('/serve.js');
  expect(loaded).not.toMatch(/\/app-server\.js|\/chrome\.js/);
});

test('btcp call loads neither tools nor a server', async () => {
  const { loaded } = await run(['call']);
  expect(loaded).toContain('/call.js');
  expect(loaded).not.toMatch(/\/tools\.js|\/app-server\.js|node_modules/);
});

test('a command to a running server loads three small files', async () => {
  // A server that another command has started would keep this one from starting.
  using own = new TestHome();
  const server = await serve(own);
  try {
    const { stdout, loaded } = await run(['close'], [], own);
    expect(stdout).toContain('No browser was open.');
    const files = loaded.split('\n').map((line) => line.split('/').at(-1));
    expect(files.sort()).toEqual(['btcp.js', 'quick.js', 'wire.js']);
  } finally {
    await server.stop();
  }
});
