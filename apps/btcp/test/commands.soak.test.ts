import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { servePages } from '@btcp/test-support';
import { expect, test } from 'vitest';
import { btcp, MAIN, serve, TestHome } from './run-btcp.ts';
import { Workspace } from './workspace-client.ts';

test('btcp token prints the token of the servers, and makes a new one', async () => {
  using home = new TestHome();
  const { stdout: first } = await btcp(home, ['token']);
  expect((await btcp(home, ['token', '--json'])).stdout).toBe(
    `${JSON.stringify({ success: true, token: first.trim(), open: null })}\n`,
  );
  const server = await serve(home);
  expect(server.token).toBe(first.trim());
  expect(JSON.parse((await btcp(home, ['token', '--json'])).stdout).open).toMatch(
    new RegExp(`^${server.url}/#code=[\\w-]{32}$`),
  );
  const { stdout: second } = await btcp(home, ['token', '--rotate']);
  expect(second.trim()).toMatch(/^[\w-]{43}$/);
  expect(second).not.toBe(first);
  await server.stop();
});

test('btcp share and btcp show make a link to a session, and to one of an agent', async () => {
  using home = new TestHome();
  const workspace = await Workspace.start(home);
  try {
    const { agent, session } = await workspace.begin('Shown');
    const plain = await btcp(home, ['share', 'mine']);
    expect(plain.stdout).toMatch(new RegExp(`^${workspace.server.url}/live#session=mine&code=`));
    const { stdout } = await btcp(home, ['show', session, '--agent', agent, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      session,
      role: 'control',
      url: expect.stringContaining(`agent=${agent}`),
    });
    expect(await btcp(home, ['share', '--agent', 'nobody'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no agent "nobody"'),
    });
  } finally {
    await workspace.stop();
  }
});

test('completion knows commands, verbs, flags, sessions and states', async () => {
  using home = new TestHome();
  const bin = join(home.path, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'btcp'), `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`, { mode: 0o755 });
  const { stdout: script } = await btcp(home, ['completion', 'bash']);
  const complete = (...words: string[]) => {
    const state = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}`;
    const { stdout } = spawnSync('bash', ['-c', `${script}\n${state}; _btcp; echo "\${COMPREPLY[@]}"`], {
      encoding: 'utf8',
      env: { ...home.environment, PATH: `${bin}:${process.env.PATH}` },
    });
    return stdout.trim().split(' ');
  };
  expect(complete('btcp', 'rep')).toEqual(['repl', 'replay']);
  expect(complete('btcp', 'serve', '--no')).toEqual(['--no-auth']);
  expect(complete('btcp', 'completion', 'z')).toEqual(['zsh']);
  expect(complete('btcp', 'snap')).toEqual(['snapshot']);
  expect(complete('btcp', 'get', 't')).toEqual(['text', 'title']);
  expect(complete('btcp', 'snapshot', '--inter')).toEqual(['--interactive']);
  const workspace = await Workspace.start(home);
  try {
    const { agent } = await workspace.begin('Keeper');
    await btcp(home, ['open', 'about:blank', '--session', 'mine']);
    expect(complete('btcp', 'click', '--session', 'm')).toEqual(['mine']);
    await workspace.server.post(`/api/agents/${agent}/states`, { name: 'signed-in' });
    expect(complete('btcp', 'state', '--agent', agent, 'restore', 'sig')).toEqual(['signed-in']);
    using stranger = new TestHome();
    const { url, token } = workspace.server;
    const elsewhere = { BTCP_STATE: join(stranger.path, 'state') };
    const session = ['completion', 'words', '--', 'click', '--session', 'm'];
    const named = ['completion', 'words', '--', 'click', '--url', url, `--token=${token}`, '--session', 'm'];
    expect((await btcp(home, session, elsewhere)).stdout).toBe('');
    expect((await btcp(home, named, elsewhere)).stdout).toBe('mine\n');
    const variables = { ...elsewhere, BTCP_URL: url, BTCP_TOKEN: `${token}` };
    expect((await btcp(home, session, variables)).stdout).toBe('mine\n');
  } finally {
    await workspace.stop();
  }
  expect(await btcp(home, ['completion', 'tcsh'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('bash, zsh, fish, powershell'),
  });
});

test('btcp install-skill writes a skill whose hook routes calls to the session of an agent', async () => {
  using home = new TestHome();
  await using site = await servePages({ '/': '<title>Shop</title><button>Buy</button>' });
  const folder = join(home.path, '.claude', 'skills');
  const { stdout } = await btcp(home, ['install-skill', folder, '--json']);
  const { skill, hook, settings } = JSON.parse(stdout);
  const text = readFileSync(skill, 'utf8');
  expect(text).toMatch(/^---\nname: browser\ndescription: .+\n---\n/);
  expect(text).toContain('btcp click SELECTOR');
  for (const tool of ['browser_open(url)', 'browser_fill(selector, value)', 'browser_wait(for)', 'browser_close()']) {
    expect(text).toContain(`\`${tool}\``);
  }
  expect(text.length).toBeLessThan(4_800);
  const [{ matcher, hooks }] = settings.hooks.PreToolUse;
  expect('mcp__btcp__browser_click').toMatch(new RegExp(`^${matcher}$`));
  expect(hooks[0].command).toContain(hook);

  const workspace = await Workspace.start(home);
  try {
    const { agent } = await workspace.begin('Coder');
    // As Claude Code runs a hook before a call.
    const route = async (call: object, environment: NodeJS.ProcessEnv = {}) => {
      const child = spawn('sh', ['-c', hooks[0].command], {
        env: { ...home.environment, BTCP_AGENT: agent, ...environment },
      });
      let answer = '';
      child.stdout.on('data', (chunk) => (answer += chunk));
      child.stdin.end(
        JSON.stringify({
          session_id: 'abc-123',
          transcript_path: join(home.path, 'abc-123.jsonl'),
          cwd: home.path,
          permission_mode: 'default',
          hook_event_name: 'PreToolUse',
          tool_use_id: 'toolu_01ABC',
          ...call,
        }),
      );
      const code = await new Promise((resolve) => child.once('close', resolve));
      expect(code).toBe(0);
      if (answer === '') return undefined;
      const { hookSpecificOutput: reported } = JSON.parse(answer);
      expect(reported).toMatchObject({ hookEventName: 'PreToolUse', permissionDecision: 'deny' });
      return reported.permissionDecisionReason;
    };
    const look = { tool_name: 'mcp__btcp__browser_snapshot', tool_input: {} };
    await route({ tool_name: 'browser_open', tool_input: { url: site.origin } });
    expect(await route(look)).toContain('button "Buy"');
    const seen = await route({ tool_name: 'browser_screenshot', tool_input: {} });
    const [, picture = ''] = /The picture is in (\/.+\.png): read that file/.exec(seen) ?? [];
    const bytes = readFileSync(picture);
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1280, 720]);
    expect((statSync(picture).mode & 0o777).toString(8)).toBe('600');
    expect(await route({ tool_name: 'mcp__btcp__browser_click', tool_input: { ref: '@gone' } })).toContain('gone');
    expect(await route({ tool_name: 'Read', tool_input: { file_path: '/etc/hosts' } })).toBeUndefined();
    const { body: sessions } = await workspace.ask('GET', `/agents/${agent}/sessions`);
    expect(sessions).toContainEqual(expect.objectContaining({ id: 'abc-123', title: 'Session abc-123' }));
    const { body: recording } = await workspace.ask('GET', `/agents/${agent}/sessions/abc-123/recording`);
    expect(recording).toMatchObject([
      { tool: 'browser_navigate', input: { url: site.origin } },
      { tool: 'browser_click', success: false, outcome: '"@gone" is not a valid CSS selector or ref.' },
    ]);
    expect(await route(look, { BTCP_AGENT: 'nobody' })).toContain('There is no agent "nobody".');
    const away = { BTCP_URL: 'http://127.0.0.1:1' };
    expect(await route(look, away)).toBe('No BTCP server answers at http://127.0.0.1:1. Start one with: btcp serve');
    expect(await route(look, { BTCP_STATE: join(home.path, 'nowhere') })).toContain('No BTCP server is running.');
  } finally {
    await workspace.stop();
  }
});
