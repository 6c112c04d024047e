// Follows docs/quick-start.md to the letter: the commands and files are taken from it.
import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { servePages, startChrome } from '@btcp/test-support';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { serveScriptedModel } from 'example-model/scripted-model';
import { expect, test, vi } from 'vitest';
import { MAIN, serve, TestHome } from '../../../apps/btcp/test/run-btcp.ts';

const run = promisify(execFile);
const guide = readFileSync(new URL('../../../docs/quick-start.md', import.meta.url), 'utf8');

// The blocks of code of one door.
function door(number: number) {
  const text = guide.split(/^## /m)[number] ?? '';
  return (language: string, index = 0) => {
    const blocks = [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))];
    const code = blocks[index]?.[1];
    if (code === undefined) throw new Error(`Door ${number} has no ${language} block ${index + 1}.`);
    return code;
  };
}

// What follows `npx @btcp/cli` in a line of the guide, as a shell would split it.
function wordsOf(line: string): string[] {
  return [...line.replace(/^npx @btcp\/cli /, '').matchAll(/'([^']*)'|(\S+)/g)].map(
    ([, quoted, bare]) => quoted ?? bare ?? '',
  );
}

test('door 1: the configuration that is printed starts an MCP server with a browser', async () => {
  using home = new TestHome();
  await using site = await servePages({ '/': '<title>Example</title><h1>Example domain</h1>' });
  const { stdout } = await run(process.execPath, [MAIN, ...wordsOf(door(1)('sh').trim())], { env: home.environment });
  const { btcp } = JSON.parse(stdout.slice(stdout.indexOf('{'))).mcpServers;
  expect(Object.keys(btcp)).toEqual(Object.keys(JSON.parse(door(1)('json')).mcpServers.btcp));
  const env = Object.fromEntries(Object.entries(home.environment).map(([name, value]) => [name, `${value}`]));
  const agent = new Client({ name: 'test', version: '1.0.0' });
  await agent.connect(new StdioClientTransport({ ...btcp, env }));
  try {
    await agent.callTool({ name: 'browser_navigate', arguments: { url: site.origin } });
    const { content } = await agent.callTool({ name: 'browser_snapshot', arguments: {} });
    expect(JSON.stringify(content)).toContain('Example domain');
  } finally {
    await agent.close();
  }
});

test('door 2: the agent of the guide answers with what the page says', async () => {
  await using site = await servePages({ '/': '<title>Example</title><h1>Example domain</h1>' });
  const model = await serveScriptedModel([
    [['browser_navigate', { url: site.origin }]],
    [['browser_snapshot', {}]],
    (messages) => `It says: ${/heading "(.*?)"/.exec(String(messages.at(-1)?.content))?.[1]}`,
  ]);
  // Next to the example, where the packages are found that a reader would have installed.
  const file = fileURLToPath(new URL('../../ai-sdk/quick-start.mjs', import.meta.url));
  writeFileSync(file, door(2)('js'));
  try {
    const env = { ...process.env, OPENAI_API_KEY: 'key', OPENAI_BASE_URL: model.baseURL };
    expect((await run(process.execPath, [file], { env })).stdout).toBe('It says: Example domain\n');
  } finally {
    rmSync(file);
    await model.close();
  }
});

test('door 3: the page of the guide does what it is called for', async () => {
  using home = new TestHome();
  let page = '';
  await using site = await servePages({
    '/': (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page),
  });
  const server = await serve(home, ['--allow-origin', site.origin]);
  const browser = await startChrome();
  try {
    const { host } = new URL(server.url);
    page = door(3)('html').replaceAll('127.0.0.1:4700', host).replace('THE TOKEN FOR PAGES', `${server.pageToken}`);
    const tab = await browser.newPage();
    await tab.goto(site.origin);
    const call = wordsOf(door(3)('sh', 1).trim());
    const env = { ...home.environment, BTCP_URL: server.url, BTCP_TOKEN: `${server.token}` };
    await vi.waitFor(
      async () => expect((await run(process.execPath, [MAIN, ...call], { env })).stdout).toContain('1 entries'),
      { timeout: 20_000 },
    );
    expect(await tab.$$eval('li', (items) => items.map(({ textContent }) => textContent))).toEqual(['Buy milk']);
  } finally {
    await browser.close();
    await server.stop();
  }
});
