import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type RunningBroker, servePages, startBroker, startChrome } from '@btcp/test-support';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { packPackages } from '../pack.mjs';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
// What apps bring themselves, at the versions that the repository has: `npm ci` has left them in the cache.
const PEERS = [
  'react',
  'react-dom',
  '@types/react',
  '@vitejs/plugin-react',
  'vue',
  'vite',
  'ai',
  '@ai-sdk/openai-compatible',
].map((name) => `${name}@${versionOf(name)}`);

let project: string;
let archives: string[];

// One installation of every archive into an empty project, as a user would have it.
beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'btcp-project-'));
  write('package.json', '{ "private": true }');
  archives = await packPackages(root, join(project, 'archives'));
  await npm('install', '--prefer-offline', '--no-audit', '--no-fund', '--silent', ...archives, ...PEERS);
}, 300_000);
afterAll(() => rmSync(project, { recursive: true, force: true }));

function versionOf(name: string): string {
  return JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
}

function npm(...parameters: string[]) {
  return npmIn(project, ...parameters);
}

function npmIn(cwd: string, ...parameters: string[]) {
  // npm gives its scripts the folder where it runs them, which is not here.
  const environment = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'));
  return run('npm', parameters, { cwd, env: Object.fromEntries(environment) });
}

async function node(file: string): Promise<string> {
  return (await run(process.execPath, [file], { cwd: project })).stdout.trim();
}

// The packages as they were installed, with their manifests.
function installed() {
  const scoped = readdirSync(join(project, 'node_modules/@btcp')).map((name) => `@btcp/${name}`);
  return [...scoped, 'btcp-browser-agent'].map((name) => ({
    name,
    manifest: JSON.parse(readFileSync(join(project, 'node_modules', name, 'package.json'), 'utf8')),
  }));
}

test('all packages have one version, and no dependency that is not published', () => {
  const packages = installed();
  expect(packages.length).toBeGreaterThan(10);
  expect(new Set(packages.map(({ manifest }) => manifest.version)).size).toBe(1);
  const fixed = JSON.parse(readFileSync(join(root, '.changeset/config.json'), 'utf8')).fixed.flat();
  for (const { name, manifest } of packages) {
    expect(
      fixed.some((pattern: string) => pattern === name || (pattern === '@btcp/*' && name.startsWith('@btcp/'))),
    ).toBe(true);
    for (const [dependency, version] of Object.entries(manifest.dependencies ?? {})) {
      expect(existsSync(join(project, 'node_modules', dependency)), `${name} needs ${dependency}`).toBe(true);
      expect(version, `${dependency} of ${name}`).toMatch(/^\d/);
    }
  }
});

test('an ESM project imports every entry, and a page and an agent meet', async () => {
  const entries = installed().flatMap(({ name, manifest }) =>
    Object.keys(manifest.exports)
      .filter((entry) => !/\.js(?:on)?$/.test(entry))
      // It is a plugin for a library that this project does not have.
      .filter((entry) => entry !== './ai-core')
      .map((entry) => name + entry.slice(1)),
  );
  write(
    'esm/main.mjs',
    `for (const entry of ${JSON.stringify(entries)}) await import(entry);
    import { createServer } from 'node:http';
    import { createBroker, nodeListener, openAccess } from '@btcp/broker';
    import { createClient } from '@btcp/client';
    const broker = createBroker({ authenticate: openAccess() });
    const server = createServer(nodeListener(broker)).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const serverUrl = 'http://127.0.0.1:' + server.address().port;
    const page = createClient({ serverUrl });
    page.registerTool({ name: 'greet', description: 'Greets', handler: ({ name }) => 'Hello ' + name });
    await page.connect();
    const agent = createClient({ serverUrl, clientType: 'agent' });
    await agent.connect();
    const params = { name: 'greet', arguments: { name: 'Ada' } };
    const { result } = await agent.send({ jsonrpc: '2.0', method: 'tools/call', params, id: 1 });
    console.log(result.content[0].text);
    process.exit();`,
  );
  expect(await node('esm/main.mjs')).toBe('Hello Ada');
});

test('a CommonJS project requires the client, the viewer and the bindings', async () => {
  write(
    'cjs/main.cjs',
    `const { createClient } = require('@btcp/client');
    const { useBTCPClient } = require('@btcp/react');
    const { useBTCP } = require('@btcp/vue');
    const viewer = require('@btcp/viewer');
    const client = createClient({ serverUrl: 'http://127.0.0.1:1' });
    client.registerTool({ name: 'double', description: 'Doubles', handler: ({ n }) => 2 * n });
    client.callTool('double', { n: 21 }).then(({ structuredContent }) =>
      console.log(structuredContent, typeof useBTCPClient, typeof useBTCP, Object.keys(viewer).length > 0));`,
  );
  expect(await node('cjs/main.cjs')).toBe('42 function function true');
});

test.each([
  ['ESM', 'bundler', 'main.ts', ['@btcp/ai', '@btcp/tools', 'btcp-browser-agent']],
  ['CommonJS', 'node16', 'main.cts', []],
])('%s programs in TypeScript are checked with our declarations, too', async (_, moduleResolution, file, more) => {
  const entries = [
    '@btcp/client',
    '@btcp/client/bindings',
    '@btcp/react',
    '@btcp/viewer',
    '@btcp/viewer/window',
    ...more,
  ];
  const imports = entries.map((entry, at) => `export * as entry${at} from '${entry}';`);
  write(`types/${file}`, ['export const wrong: string = 1;', ...imports].join('\n'));
  const compilerOptions = {
    ...{ module: moduleResolution === 'node16' ? 'node16' : 'esnext', moduleResolution, target: 'es2022' },
    ...{ strict: true, skipLibCheck: false, noEmit: true, types: [], lib: ['es2022', 'dom', 'dom.iterable'] },
  };
  write('types/tsconfig.json', JSON.stringify({ compilerOptions, files: [file] }));
  const tsc = [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'types'];
  const { stdout } = await run(process.execPath, tsc, { cwd: project }).catch((failure) => failure);
  // Libraries that we build on may have faults of their own.
  const ours = stdout.split('\n').filter((line: string) => /^(?:types|node_modules\/(?:@btcp\/|btcp-))/.test(line));
  expect(ours).toEqual([expect.stringContaining(`types/${file}(1,`)]);
});

test('a framework with server components learns that the React binding is for the client', () => {
  for (const entry of ['.', './preview']) {
    const { manifest } = installed().find(({ name }) => name === '@btcp/react') ?? {};
    const { require: common, default: module } = manifest.exports[entry];
    for (const path of [common.default ?? common, module])
      expect(readFileSync(join(project, 'node_modules/@btcp/react', path), 'utf8'), path).toMatch(
        /^['"]use client['"]/,
      );
  }
});

test('a server renders React and Vue components, without a window and without connecting', async () => {
  write(
    'ssr/main.mjs',
    `import { createElement } from 'react';
    import { renderToString } from 'react-dom/server';
    import { BTCPProvider, useBTCPClient } from '@btcp/react';
    import { createSSRApp, h } from 'vue';
    import { renderToString as renderVue } from 'vue/server-renderer';
    import { useBTCP } from '@btcp/vue';
    const serverUrl = 'ws://127.0.0.1:1';
    const Status = () => createElement('b', null, useBTCPClient().status);
    console.log(renderToString(createElement(BTCPProvider, { serverUrl }, createElement(Status))));
    const app = createSSRApp({ setup() { const { status } = useBTCP({ serverUrl }); return () => h('i', status.value); } });
    console.log(await renderVue(app), typeof window);`,
  );
  expect(await node('ssr/main.mjs')).toMatch(/<b>\w+<\/b>\n<i>\w+<\/i> undefined$/);
});

// Opens a page of the project in Chrome, and gives the answer of its tool once it has connected.
async function callPage(running: RunningBroker, folder: string, tool: string): Promise<unknown> {
  await using site = await servePages(
    new Proxy(
      {},
      { get: (_, path: string) => answerWith(join(project, folder, path.endsWith('/') ? `${path}index.html` : path)) },
    ),
  );
  const browser = await startChrome();
  try {
    const tab = await browser.newPage();
    const problems: unknown[] = [];
    tab.on('pageerror', (error) => problems.push(error));
    await tab.goto(`${site.origin}/#${running.webSocket}`);
    await vi.waitFor(() => expect([running.broker.pages()[0]?.tools.length, problems]).toEqual([1, []]));
    return (await running.broker.pages()[0]?.call(tool, { action: 'getTitle' }))?.structuredContent;
  } finally {
    await browser.close();
  }
}

function answerWith(file: string): string | import('node:http').RequestListener | undefined {
  if (!existsSync(file)) return undefined;
  const type = { '.js': 'text/javascript', '.css': 'text/css' }[extname(file)] ?? 'text/html';
  return (_request, response) => response.writeHead(200, { 'content-type': type }).end(readFileSync(file));
}

test('a Vite project builds a page that an agent drives', async () => {
  await using running = await startBroker({ allowedOrigins: ['*'] });
  write('vite/index.html', '<!doctype html><title>Built</title><script type="module" src="/main.js"></script>');
  write(
    'vite/main.js',
    `import { createClient } from '@btcp/client';
    import { servePageAgent } from '@btcp/client/page-agent';
    import { BrowserAgent } from 'btcp-browser-agent';
    const client = createClient({ serverUrl: location.hash.slice(1), grants: ['dom:write'] });
    servePageAgent(client, new BrowserAgent());
    client.connect();`,
  );
  await npm('exec', '--offline', '--', 'vite', 'build', 'vite', '--logLevel', 'error');
  expect(await callPage(running, 'vite/dist', 'browser_agent')).toMatchObject({
    success: true,
    data: { title: 'Built' },
  });
});

test('the sample of the AI SDK drives a page', async () => {
  cpSync(join(root, 'examples/ai-sdk/agent.mjs'), join(project, 'ai-sdk/agent.mjs'));
  cpSync(join(root, 'examples/model'), join(project, 'node_modules/example-model'), { recursive: true });
  const { stdout } = await run(process.execPath, ['ai-sdk/agent.mjs', '--demo'], { cwd: project });
  expect(stdout).toMatch(/^→ browser_navigate /m);
  expect(stdout).toMatch(/^→ browser_snapshot /m);
});

test('the sample of React offers its tools to an agent', async () => {
  await using running = await startBroker({ allowedOrigins: ['*'] });
  for (const folder of ['react', 'shared'])
    cpSync(join(root, 'examples', folder), join(project, 'samples', folder), {
      recursive: true,
      filter: (path) => !path.includes('node_modules'),
    });
  await npm('exec', '--offline', '--', 'vite', 'build', 'samples/react', '--logLevel', 'error');
  const built = join(project, 'samples/react/dist');
  await using site = await servePages(
    new Proxy({}, { get: (_, path: string) => answerWith(join(built, path === '/' ? 'index.html' : path)) }),
  );
  const browser = await startChrome();
  try {
    const tab = await browser.newPage();
    // The sample looks for the server where its page is from; the dev server of Vite would pass that on.
    await tab.evaluateOnNewDocument((broker) => {
      const { WebSocket: Real } = globalThis;
      globalThis.WebSocket = class extends Real {
        constructor(_address: string | URL, protocols?: string | string[]) {
          super(broker, protocols);
        }
      };
    }, running.webSocket);
    await tab.goto(site.origin);
    const offered = () => running.broker.pages()[0]?.tools.map(({ name }) => name);
    await vi.waitFor(() => expect(offered()).toContain('add_todo'), { timeout: 30_000 });
    await running.broker.pages()[0]?.call('add_todo', { text: 'From a tarball' });
    await tab.waitForFunction(() => document.body.textContent.includes('From a tarball'));
  } finally {
    await browser.close();
  }
});

test('a page with a script tag, and nothing else', async () => {
  await using running = await startBroker({ allowedOrigins: ['*'] });
  write(
    'index.html',
    `<!doctype html><title>Plain</title>
    <script src="/node_modules/@btcp/client/dist/btcp-client.min.js"></script>
    <script src="/node_modules/@btcp/viewer/dist/btcp-viewer.min.js"></script>
    <script>
      const client = BTCP.createClient({ serverUrl: location.hash.slice(1) });
      client.registerTool({ name: 'title', description: 'Title', handler: () => [document.title, typeof BTCPViewer] });
      client.connect();
    </script>`,
  );
  expect(await callPage(running, '', 'title')).toEqual(['Plain', 'object']);
});

// The archives that `btcp` needs, and no others: what it has not declared is not there.
function archivesOfCommand(): string[] {
  const manifests = new Map(installed().map(({ name, manifest }) => [name, manifest]));
  const needed = new Set(['@btcp/cli']);
  // A set goes on with what is added while it is read.
  for (const name of needed)
    for (const dependency of Object.keys(manifests.get(name)?.dependencies ?? {}))
      if (manifests.has(dependency)) needed.add(dependency);
  const files = [...needed].map(
    (name) => `${name.replace('@', '').replace('/', '-')}-${manifests.get(name)?.version}.tgz`,
  );
  return archives.filter((path) => files.includes(basename(path)));
}

test('npx @btcp/cli opens a page, on a machine with only Node', async () => {
  const alone = join(project, 'alone');
  write('alone/package.json', '{ "private": true }');
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--silent'];
  await npmIn(alone, 'install', ...options, ...archivesOfCommand());
  expect(existsSync(join(alone, 'node_modules/react'))).toBe(false);
  const environment = {
    PATH: dirname(process.execPath),
    HOME: process.env.HOME,
    BTCP_STATE: join(project, 'state'),
    TMPDIR: tmpdir(),
  };
  const call = (...parameters: string[]) =>
    run(process.execPath, [join(alone, 'node_modules/@btcp/cli/bin/btcp.js'), ...parameters], {
      cwd: alone,
      env: environment,
    });
  const { stdout } = await npmIn(alone, 'exec', '--offline', '--', 'btcp', 'tools');
  expect(stdout).toContain('browser_navigate');
  const navigate = await call(
    'call',
    'browser_navigate',
    '{"url":"data:text/html,<title>From a tarball</title>"}',
    '--session',
    'one',
  );
  expect(navigate.stdout).toContain('"From a tarball"');
  expect((await call('call', 'browser_close', '--session', 'one')).stdout).toContain('Closed');
});
