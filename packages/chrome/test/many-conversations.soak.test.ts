import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ChromeEngine } from '@btcp/chrome';
import { chromesOf, type PageServer, servePages } from '@btcp/test-support';
import { Conversations, callTool, catalogue, createToolSet } from '@btcp/tools';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const CONVERSATIONS = 20;
const STEPS = 20;
const tools = createToolSet(catalogue);
let pages: PageServer;

/** A page that belongs to one conversation and counts what is done to it. */
beforeAll(async () => {
  pages = await servePages({
    '/': (request, response) => {
      const owner = new URL(request.url ?? '', 'http://localhost').searchParams.get('owner');
      response
        .setHeader('content-type', 'text/html')
        .end(
          `<title>${owner}</title><button onclick="steps.textContent = Number(steps.textContent) + 1">Step of ${owner}</button>` +
            `<output id="steps">0</output><input aria-label="Note">`,
        );
    },
  });
});
afterAll(() => pages.close());

test.each(['process', 'context'] as const)(
  `${CONVERSATIONS} conversations with ${STEPS} steps each never see each other (isolation %s)`,
  async (isolation) => {
    const conversations = new Conversations(new ChromeEngine({ isolation }), { maxSessions: CONVERSATIONS });

    async function live(owner: string): Promise<void> {
      const { signal } = new AbortController();
      const call = async (name: string, input: unknown) => {
        const result = await callTool({ tools, name, input, conversation: conversations.get(owner), signal });
        // The page that every answer names is the one of its own conversation.
        expect(result.page?.title).toBe(owner);
        return result;
      };
      await call('browser_navigate', { url: `${pages.origin}/?owner=${owner}` });
      for (let step = 1; step <= STEPS; step++) {
        const clicked = await call('browser_click', { selector: 'button' });
        expect(clicked.data).toMatchObject({ acted: { element: `button "Step of ${owner}"` } });
        const text = await call('browser_get_text', { selector: '#steps' });
        expect(text.data).toMatchObject({ text: String(step) });
      }
      const typed = await call('browser_type', { selector: 'input', text: owner });
      expect(typed.data).toMatchObject({ acted: { value: owner } });
    }

    await Promise.all(Array.from({ length: CONVERSATIONS }, (_, index) => live(`owner-${index}`)));
    expect(conversations.openCount).toBe(CONVERSATIONS);
    await conversations.closeAll();
    expect(chromesOf(process.pid)).toEqual([]);
  },
  300_000,
);

test.each([
  ['process', 20],
  ['context', 80],
] as const)(
  'conversations one after the other leave no handle behind (isolation %s, %d times)',
  async (isolation, times) => {
    const engine = new ChromeEngine({ isolation });
    const conversations = new Conversations(engine);
    const { signal } = new AbortController();
    const openFiles = () => readdirSync('/proc/self/fd').length;
    const cycle = async (id: string) => {
      const conversation = conversations.get(id);
      await callTool({ tools, name: 'browser_snapshot', input: {}, conversation, signal });
      await conversations.close(id);
    };
    // A shared Chrome ends with its last context: this one stays.
    const keeper = await engine.open('keeper');
    await cycle('first');
    const before = openFiles();
    for (let round = 0; round < times; round++) await cycle(`round-${round}`);
    expect(conversations.openCount).toBe(0);
    // A file or two may be in flight; a handle kept per conversation would be more.
    await vi.waitFor(() => expect(openFiles()).toBeLessThan(before + 10));
    await keeper.close();
    await conversations.closeAll();
  },
);

test.each(['process', 'context'] as const)(
  'REQ-BT-010: 100 sessions leave no process and no folder (isolation %s)',
  async (isolation) => {
    const folder = mkdtempSync(join(tmpdir(), 'btcp-many-'));
    vi.stubEnv('TMPDIR', folder);
    const engine = new ChromeEngine({ isolation });
    for (let round = 0; round < 20; round++) {
      const sessions = await Promise.all(Array.from({ length: 5 }, () => engine.open('test')));
      await Promise.all(sessions.map((session) => session.close()));
    }
    expect(chromesOf(process.pid)).toEqual([]);
    await engine.close();
    expect(readdirSync(join(folder, `btcp-${process.getuid?.()}`))).toEqual([]);
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  },
);
