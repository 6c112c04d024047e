import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { btcp, MAIN, type RunningServer, serve, TestHome } from './run-btcp.ts';

const home = new TestHome();
let server: RunningServer;

beforeAll(async () => {
  server = await serve(home);
  writeFileSync(join(home.path, 'file'), 'no folder');
  writeFileSync(join(home.path, 'other.json'), '{}');
});
afterAll(async () => {
  await server.stop();
  home[Symbol.dispose]();
});

describe('what cannot be is said in a sentence, with what to do next', () => {
  test.each([
    [['fly'], 2, 'There is no command "fly".', 'btcp help lists them.'],
    [['help', 'fly'], 2, 'There is no command "fly".', 'btcp help lists them.'],
    [['sate', 'list'], 2, 'There is no command "sate".', 'Did you mean btcp state? btcp help lists them.'],
    [['evaluate', '1'], 2, 'There is no command "evaluate".', 'Did you mean btcp eval? btcp help lists them.'],
    [['browser_request_user'], 2, 'There is no command "browser_request_user".', 'Did you mean btcp ask? btcp help'],
    [['constructor'], 2, 'There is no command "constructor".', 'btcp help lists them.'],
    [['screen'], 2, 'There is no command "screen".', 'Did you mean btcp screenshot? btcp help lists them.'],
    [['get', 'txet'], 2, 'There is no command "get txet".', 'Did you mean btcp get text? One of: btcp get text'],
    [['network', 'rout'], 2, 'btcp network takes no "rout".', 'Did you mean btcp network route? It is'],
    [['serve', '--prot', '1'], 2, 'btcp serve has no flag --prot.', 'Did you mean --port? Run btcp serve --help'],
    [['serve', '-p', '1'], 2, 'btcp serve has no flag -p.', 'Run btcp serve --help for its flags.'],
    [['serve', '--port'], 2, '--port needs a value.', 'btcp serve --help'],
    [['tools', '--json=yes'], 2, '--json takes no value.', 'btcp tools --help'],
    [['serve', '--port', '70000'], 2, '--port is "70000".', 'Give a whole number'],
    [['serve', '--deny-host', 'a.test,b c'], 2, '"b c" is not a host.', ''],
    [['mcp', '--viewport', '0x720'], 2, '--viewport is "0x720".', 'Give width and height'],
    [['serve', '--viewport', 'big'], 2, '--viewport is "big".', 'Give width and height'],
    [['serve', '--idle', 'soon'], 2, '--idle is "soon".', 'Give a time'],
    [['serve', '--isolation', 'none'], 2, '--isolation is "none".', 'Give process or context.'],
    [['serve', '--token', ''], 2, '--token is empty.', 'Give a token'],
    [['serve', '--token', 'a'], 2, '--token is too easy to guess.', 'makes one'],
    [['serve', '--token', 'abcabcabcabcabcabcabcabc'], 2, '--token is too easy to guess.', 'at least 16 characters'],
    [['serve', '--no-auth', '--host', '127.example.com'], 2, '--no-auth cannot be used with --host 127.', 'Everyone'],
    [['serve', '8080'], 2, 'btcp serve takes no "8080".', 'It is btcp serve, and flags'],
    [['call'], 2, 'No tool was named.', 'For example: btcp call'],
    [['call', 'browser_navigate', '{}', 'more'], 2, 'btcp call takes no "more".', "It is btcp call NAME ['JSON']"],
    [
      ['call', 'browser_navigate', '{url}'],
      2,
      'Arguments must be a JSON object: {url}',
      'btcp call browser_navigate --help',
    ],
    [['call', 'constructor'], 2, 'There is no tool "constructor".', 'The tools are '],
    [['completion', 'constructor'], 2, 'There is no completion for "constructor".', 'Name bash'],
    [['call', 'browser_fly'], 2, 'There is no tool "browser_fly".', 'The tools are '],
    [['call', 'snapshto'], 2, 'There is no tool "snapshto".', 'Did you mean browser_snapshot? The tools are '],
    [['call', 'clik', '--help'], 2, 'There is no tool "clik".', 'Did you mean browser_click? btcp tools lists them.'],
    [['call', 'browser_fly', '--help'], 2, 'There is no tool "browser_fly".', 'btcp tools lists them.'],
    [['call', 'browser_close', '--url', 'nowhere'], 2, '--url is "nowhere".', 'Such as http://'],
    [
      ['share', '--url', 'http://127.0.0.1:1'],
      3,
      'No server answers at http://127.0.0.1:1.',
      'serve, or correct --url or BTCP_URL.',
    ],
    [['share', '--role', 'owner'], 2, '--role is "owner".', 'Give view or control.'],
    [['show', 'one', 'two'], 2, 'btcp show takes no "two".', 'It is btcp show [SESSION]'],
    [['replay'], 2, 'Name a recording.', 'For example: btcp replay'],
    [['replay', 'gone.json'], 2, 'gone.json cannot be read: ', 'Name the file of a recording.'],
    [
      ['state', 'sav', 'x'],
      2,
      'There is no command btcp state sav.',
      'Did you mean save? Give list, save, restore, remove.',
    ],
    [['state', 'save', '--agent', 'a'], 2, 'No state was named.', 'btcp state list --agent a lists them.'],
    [['state', 'list', '--agent', 'a'], 1, 'There is no agent "a".', 'There are none yet: create one'],
    [['completion', 'tcsh'], 2, 'There is no completion for "tcsh".', 'Name bash, zsh, fish, powershell.'],
    [['install-skill', 'one', 'two'], 2, 'btcp install-skill takes no "two".', 'It is btcp install-skill [DIR]'],
    [['mcp', '--print-config', 'emacs'], 2, '--print-config is "emacs".', 'The clients are claude, '],
  ])('%j', async (args, code, message, hint) => {
    // Its own data: a second server is refused on that of the first.
    const { stdout, stderr, ...outcome } = await btcp(home, args, { BTCP_DATA: join(home.path, 'other') });
    expect(outcome.code).toBe(code);
    expect(stdout).toBe('');
    const [said, next = ''] = stderr.split('\n');
    expect(said).toContain(message);
    expect(next).toContain(hint);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  test('as JSON on request', async () => {
    const { code, stdout, stderr } = await btcp(home, ['show', 'one', 'two', '--json']);
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ success: false, error: { code: 'invalid_input' } });
  });

  test('a wrong token, and a server that is none of ours', async () => {
    const wrong = await btcp(home, ['call', 'browser_close', '--url', server.url, '--token', 'wrong']);
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('no valid token') });
    const other = createServer((_, response) => response.end('<h1>Hello</h1>')).listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const outcome = await btcp(home, ['share', '--url', url]);
    expect(outcome).toMatchObject({ code: 3, stderr: expect.stringContaining(`at ${url} is not a BTCP server.`) });
    other.close();
  });

  test.each([
    ['token', 'BTCP_STATE'],
    ['serve', 'BTCP_STATE'],
    ['call', 'BTCP_STATE'],
  ])('a folder that %s cannot write to is named, with %s that moves it', async (command, variable) => {
    const folder = join(home.path, 'file', 'folder');
    const args = command === 'call' ? ['browser_close'] : [];
    const { code, stdout, stderr } = await btcp(home, [command, ...args], { [variable]: folder });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(
      `The folder ${folder} cannot be written to: not a directory.\nAllow it, or name another folder with ${variable}.\n`,
    );
  });
});

test('a folder of data that cannot be written to is reported by the workspace, and the server goes on', async () => {
  using other = new TestHome();
  const folder = join(home.path, 'file', 'data');
  const away = await serve(other, [], { BTCP_DATA: folder });
  const headers = { authorization: `Bearer ${away.token}` };
  const answer = await fetch(`${away.url}/api/agents`, { headers });
  expect(await answer.json()).toMatchObject({
    error: { code: 'denied', hint: 'Allow it, or name another folder with BTCP_DATA.' },
  });
  expect((await fetch(`${away.url}/health`)).status).toBe(200);
  expect(await away.stop()).toBe(0);
});

test('a damaged workspace is named until it is moved away, and is never taken for one in use', async () => {
  using other = new TestHome();
  const folder = join(other.path, 'data', 'workspace');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'workspace.db'), 'no database, but long enough to be read as one'.repeat(100));
  const damaged = await serve(other);
  for (const time of ['first', 'second']) {
    const { status, body } = await damaged.get('/api/agents');
    expect(status, time).toBe(500);
    expect(body, time).toMatchObject({
      error: {
        message: expect.stringMatching(/workspace\.db, which is damaged: /),
        hint: expect.stringMatching(/away/),
      },
    });
  }
  rmSync(join(folder, 'workspace.db'));
  expect(await damaged.get('/api/agents')).toEqual({ status: 200, body: [] });
  expect(await damaged.stop()).toBe(0);
});

test('the file of the token is made private again', async () => {
  const file = join(home.path, 'state', 'token');
  chmodSync(file, 0o644);
  expect((await btcp(home, ['token'])).stdout.trim()).toBe(server.token);
  expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
});

test('every command has help that lists its flags in line', async () => {
  const { stdout: overview } = await btcp(home, []);
  const [verbs = '', others = ''] = overview.split('Other commands:');
  expect(verbs).toMatch(/^ {2}click SELECTOR /m);
  const names = [...others.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name = '']) => name).concat('click', 'get text');
  expect(names).toContain('serve');
  await Promise.all(
    names.map(async (name) => {
      const { code, stdout } = await btcp(home, ['help', ...name.split(' ')]);
      expect(code).toBe(0);
      const starts = [...stdout.matchAll(/^ {2}--[\w-]+(?: [A-Zx]+)? +/gm)].map(([start]) => start.length);
      expect(starts.length, name).toBeGreaterThan(0);
      expect(new Set(starts).size, name).toBe(1);
      expect(stdout).toContain('--json');
    }),
  );
});

test('help and lists keep to the width of a terminal, and are one line each in a pipe', async () => {
  const WIDTH = 60;
  for (const line of [['help'], ['help', 'serve'], ['help', 'click'], ['help', 'call', 'browser_click'], ['tools']]) {
    const { stdout } = await btcp(home, line, { COLUMNS: String(WIDTH) });
    const tooLong = stdout.split('\n').filter((each) => each.length > WIDTH && each.trim().includes(' '));
    expect(tooLong, line.join(' ')).toEqual([]);
    const whole = await btcp(home, line, { COLUMNS: '' });
    const words = (text: string) => text.split(/\s+/);
    expect(words(stdout), line.join(' ')).toEqual(words(whole.stdout));
  }
  const { stdout: tools } = await btcp(home, ['tools'], { COLUMNS: '' });
  expect(
    tools
      .trim()
      .split('\n')
      .filter((each) => !/^[a-z]+_\w+ {2,}\S/.test(each)),
  ).toEqual([]);
});

test('btcp mcp --print-config --json prints the place and what to paste there', async () => {
  const { stdout } = await btcp(home, ['mcp', '--print-config', 'claude', '--headed', '--json']);
  const { place, snippet } = JSON.parse(stdout);
  expect(place).toContain('.mcp.json');
  const { args } = JSON.parse(snippet).mcpServers.btcp;
  expect(args).toContain('--headed');
  expect(args).not.toContain('--json');
});

test('a reader that leaves early is no error', async () => {
  const child = spawn(process.execPath, [MAIN, 'tools', '--json'], { env: home.environment });
  child.stdout.destroy();
  let complaint = '';
  child.stderr.on('data', (text) => (complaint += text));
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0);
  expect(complaint).toBe('');
});

test('Ctrl-C ends btcp mcp while its client is still there', async () => {
  const child = spawn(process.execPath, [MAIN, 'mcp'], { env: home.environment });
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
  await once(child.stdout, 'data');
  child.kill('SIGINT');
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
});

test('btcp install-skill replaces and removes what it has written, and nothing that a person has', async () => {
  const folder = join(home.path, 'skills');
  const install = (...flags: string[]) => btcp(home, ['install-skill', folder, '--json', ...flags]);
  const { skill, hook } = JSON.parse((await install()).stdout);
  const written = readFileSync(skill, 'utf8');
  expect(await install()).toMatchObject({ code: 0, stderr: '' });
  expect(readFileSync(skill, 'utf8')).toBe(written);

  writeFileSync(hook, '// mine');
  for (const flags of [[], ['--remove']]) {
    const { code, stdout } = await install(...flags);
    expect(code).toBe(1);
    expect(JSON.parse(stdout).error).toMatchObject({ message: expect.stringContaining(hook) });
    expect(readFileSync(hook, 'utf8')).toBe('// mine');
    expect(readFileSync(skill, 'utf8')).toBe(written);
  }
  expect(await install('--force')).toMatchObject({ code: 0 });
  const notes = join(folder, 'browser', 'notes.md');
  writeFileSync(notes, 'mine as well');
  expect(await install('--remove')).toMatchObject({ code: 0 });
  expect(readdirSync(folder, { recursive: true }).toSorted()).toEqual(['browser', join('browser', 'notes.md')]);
  expect(await install('--remove')).toMatchObject({ code: 0 });
});
