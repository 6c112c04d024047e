import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ChromeEngine, type ChromeEngineOptions, resolveChrome } from '@btcp/chrome';
import { chromesOf, type PageServer, servePages } from '@btcp/test-support';
import type { BrowserSession } from '@btcp/tools';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

let pages: PageServer;
let folder: string;
const engines: ChromeEngine[] = [];
// What a machine that is at work may need for a process to come or go.
const BUSY = { timeout: 40_000 };

beforeAll(async () => {
  // Shows the cookie that came with the request, and sets one that outlives the browser.
  pages = await servePages({
    '/': (request, response) =>
      response
        .setHeader('content-type', 'text/html')
        .setHeader('set-cookie', 'visit=before; Max-Age=3600')
        .end(`<title>${request.headers.cookie ?? 'no cookie'}</title>`),
  });
  folder = mkdtempSync(join(tmpdir(), 'btcp-engine-'));
  vi.stubEnv('BTCP_DATA', join(folder, 'data'));
  vi.stubEnv('TMPDIR', folder);
});
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.close()));
});
afterAll(async () => {
  await pages.close();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

function start(options: ChromeEngineOptions = {}) {
  const engine = new ChromeEngine(options);
  engine.warmUp();
  engines.push(engine);
  return engine;
}

async function visit(session: BrowserSession): Promise<string> {
  const { signal } = new AbortController();
  await session.navigate(pages.origin, { waitUntil: 'load', timeout: 40_000, signal });
  return (await session.page()).title;
}

const chromes = () => chromesOf(process.pid);

// What is left of browsers, on disk.
const leftovers = () => readdirSync(join(folder, `btcp-${process.getuid?.()}`));

describe.each(['process', 'context'] as const)('REQ-BT-010: isolation %s', (isolation) => {
  test('conversations share no cookies, and each keeps its own', async () => {
    const engine = start({ isolation });
    const [one, two] = await Promise.all([engine.open('test'), engine.open('test')]);
    expect(await visit(one)).toBe('no cookie');
    expect(await visit(one)).toBe('visit=before');
    expect(await visit(two)).toBe('no cookie');
    await Promise.all([one.close(), two.close()]);
    expect(chromes()).toEqual([]);
  });

  test('a browser that was killed is reported as not alive, and the next one works', async () => {
    const engine = start({ isolation });
    const session = await engine.open('test');
    for (const pid of chromes()) process.kill(pid, 'SIGKILL');
    await vi.waitFor(() => expect(session.alive).toBe(false), BUSY);
    const next = await engine.open('test');
    expect(await visit(next)).toBe('no cookie');
  });

  test('sessions leave no process and no folder', async () => {
    const engine = start({ isolation });
    const sessions = await Promise.all(Array.from({ length: 5 }, () => engine.open('test')));
    await Promise.all(sessions.map((session) => session.close()));
    expect(chromes()).toEqual([]);
    await engine.close();
    expect(leftovers()).toEqual([]);
  });
});

test('isolation context puts several conversations into one Chrome, and a limit of them into each', async () => {
  const engine = start({ isolation: 'context' });
  const sessions = await Promise.all(Array.from({ length: 13 }, () => engine.open('test')));
  expect(chromes()).toHaveLength(2);
  expect(await Promise.all(sessions.map(visit))).toEqual(sessions.map(() => 'no cookie'));
});

describe('a spare', () => {
  test('is ready before it is asked for, used by the first conversation, and replaced', async () => {
    const engine = start({ spare: true });
    await vi.waitFor(() => expect(chromes()).toHaveLength(1), BUSY);
    const [spare] = chromes();
    await engine.open('test');
    await vi.waitFor(() => expect(chromes()).toHaveLength(2), BUSY);
    expect(chromes()).toContain(spare);
  });

  test('is handed to one of several conversations that start together', async () => {
    const engine = start({ spare: true });
    const sessions = await Promise.all([engine.open('test'), engine.open('test'), engine.open('test')]);
    for (const session of sessions) expect(await visit(session)).toBe('no cookie');
  });

  test('that has died is not handed out', async () => {
    const engine = start({ spare: true });
    await vi.waitFor(() => expect(chromes()).toHaveLength(1), BUSY);
    // One that dies while it starts is started once more.
    await vi.waitFor(() => {
      for (const pid of chromes()) process.kill(pid, 'SIGKILL');
      expect(chromes()).toEqual([]);
    }, BUSY);
    expect(await visit(await engine.open('test'))).toBe('no cookie');
  });

  test('that nobody takes is ended, and the next conversation starts its own', async () => {
    const engine = start({ spare: true, spareTimeout: 2_000 });
    await vi.waitFor(() => expect(chromes()).toHaveLength(1), BUSY);
    await vi.waitFor(() => expect(chromes()).toEqual([]), BUSY);
    expect(await visit(await engine.open('test'))).toBe('no cookie');
  });

  test('ends with the engine', async () => {
    const engine = start({ spare: true });
    await engine.close();
    expect(chromes()).toEqual([]);
    expect(leftovers()).toEqual([]);
  });
});

describe('a named profile', () => {
  test('keeps cookies after the browser has ended, also on a machine that is slow to end it', async () => {
    const before = await start({ profile: 'shop' }).open('test');
    expect(await visit(before)).toBe('no cookie');
    const pids = chromes();
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    const closed = before.close();
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    for (const pid of pids) process.kill(pid, 'SIGCONT');
    await closed;
    expect(await visit(await start({ profile: 'shop' }).open('test'))).toBe('visit=before');
  });

  test('is given back as it was, for people who use it with a Chrome of their own', async () => {
    const profile = join(folder, 'own');
    const file = join(profile, 'Default', 'Preferences');
    mkdirSync(join(profile, 'Default'), { recursive: true });
    writeFileSync(file, JSON.stringify({ plugins: { always_open_pdf_externally: false } }));
    const session = await start({ profile }).open('test');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ plugins: { always_open_pdf_externally: true } });
    await session.close();
    const after = JSON.parse(readFileSync(file, 'utf8'));
    expect(after).toMatchObject({ plugins: { always_open_pdf_externally: false } });
    expect(after.hardware?.screen_capture_enabled).toBeUndefined();
  });

  test('refuses a second user with a clear error, and serves the next one after the first has gone', async () => {
    const first = await start({ profile: 'busy' }).open('test');
    await expect(start({ profile: 'busy' }).open('test')).rejects.toMatchObject({
      code: 'busy',
      message: `The profile "busy" is in use by process ${process.pid}.`,
      hint: expect.stringContaining('another profile'),
    });
    await first.close();
    expect((await start({ profile: 'busy' }).open('test')).alive).toBe(true);
  });

  test.each(['../escape', 'a/b', '.hidden', 'x'.repeat(65)])('cannot be called "%s"', async (profile) => {
    await expect(start({ profile }).open('test')).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describe('a Chrome that does not start', () => {
  // A program that goes before the browser, as wrappers of Linux distributions do.
  function wrapper(name: string, ...lines: string[]): string {
    const path = join(folder, name);
    writeFileSync(path, ['#!/bin/sh', ...lines].join('\n'), { mode: 0o755 });
    return path;
  }

  test('is reported with how it ended and what it printed, and leaves nothing', async () => {
    const chrome = wrapper('broken', 'echo "error while loading shared libraries: libnss3.so" >&2', 'exit 127');
    await expect(start({ chrome }).open('test')).rejects.toMatchObject({
      code: 'browser_unavailable',
      message: `${chrome} could not be started. It ended with 127. error while loading shared libraries: libnss3.so`,
      hint: expect.stringContaining('--chrome'),
    });
    expect(readdirSync(join(folder, `btcp-${process.getuid?.()}`)).flatMap(profilesIn)).toEqual([]);
  });

  test('at first is started once more', async () => {
    const { path, environment = {} } = await resolveChrome();
    const died = join(folder, 'died');
    const set = Object.entries(environment).map(([name, value]) => `export ${name}='${value}'`);
    const chrome = wrapper('unlucky', `[ -e ${died} ] || { touch ${died}; kill -9 $$; }`, ...set, `exec ${path} "$@"`);
    expect(await visit(await start({ chrome }).open('test'))).toBe('no cookie');
    expect(existsSync(died)).toBe(true);
  });

  const profilesIn = (run: string) =>
    readdirSync(join(folder, `btcp-${process.getuid?.()}`, run)).filter((name) => name.startsWith('profile-'));
});
