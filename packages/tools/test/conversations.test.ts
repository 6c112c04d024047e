import {
  type BrowserEngine,
  Conversations,
  callTool,
  createToolSet,
  defineTool,
  StartQueue,
  type ToolContext,
} from '@btcp/tools';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { TestEngine } from './test-engine.ts';

let engine: TestEngine;
beforeEach(() => {
  engine = new TestEngine();
});

describe('REQ-BT-010: the implicit session', () => {
  test('a browser starts with the first call that asks for one, not before', async () => {
    const conversations = new Conversations(engine);
    const conversation = conversations.get('a');
    expect(engine.opened).toHaveLength(0);
    using guard = await conversation.browser();
    expect(engine.opened).toEqual([guard.session]);
  });

  test('concurrent first calls share one start', async () => {
    const conversation = new Conversations(engine).get('a');
    const guards = await Promise.all([conversation.browser(), conversation.browser(), conversation.browser()]);
    expect(engine.opened).toHaveLength(1);
    expect(new Set(guards.map(({ session }) => session)).size).toBe(1);
  });

  test('each conversation has its own browser, and keeps it', async () => {
    const conversations = new Conversations(engine);
    const a = await conversations.get('a').browser();
    const b = await conversations.get('b').browser();
    expect(a.session).not.toBe(b.session);
    expect((await conversations.get('a').browser()).session).toBe(a.session);
  });

  test('a start that failed is not kept: the next call tries again', async () => {
    const conversation = new Conversations(engine).get('a');
    engine.gate = Promise.reject(new Error('no display'));
    await expect(conversation.browser()).rejects.toThrow('no display');
    engine.gate = Promise.resolve();
    await expect(conversation.browser()).resolves.toBeDefined();
  });

  test('a browser that died is replaced at the next call', async () => {
    const conversation = new Conversations(engine).get('a');
    const first = await conversation.browser();
    await first.session.close();
    const second = await conversation.browser();
    expect(second.session).not.toBe(first.session);
    expect(second.session.alive).toBe(true);
  });

  test('starts are queued in order, their place is reported, and a place that was given up moves the others', async () => {
    let open = () => {};
    const slow = Object.assign(engine, { maxStarts: 1 });
    slow.gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const conversations = new Conversations(slow);
    const places = new Map<string, number[]>();
    const begin = (id: string) => {
      const conversation = conversations.get(id);
      places.set(id, []);
      conversation.events.subscribe((event) => {
        if (event.type === 'queued') places.get(id)?.push(event.place);
      });
      return conversation.browser();
    };
    const first = begin('first');
    const second = begin('second');
    const left = begin('left');
    const last = begin('last');
    expect(slow.opened).toHaveLength(1);
    expect(await conversations.close('left')).toBe(false);
    await expect(left).rejects.toMatchObject({ code: 'browser_unavailable' });
    open();
    await Promise.all([first, second, last]);
    expect(slow.opened.map(({ owner }) => owner)).toEqual(['first', 'second', 'last']);
    expect(Object.fromEntries(places)).toEqual({ first: [], second: [1, 1], left: [2], last: [3, 2, 1] });
  });

  test('people take turns in the queue: one who starts many does not hold up another', async () => {
    const opened: string[] = [];
    const gates: (() => void)[] = [];
    const engineOf = (person: string): BrowserEngine => ({
      maxStarts: 1,
      person,
      open: async (id) => {
        opened.push(id);
        await new Promise<void>((resolve) => gates.push(resolve));
        return engine.open(id);
      },
      close: () => engine.close(),
    });
    const [ann, bob] = [engineOf('ann'), engineOf('bob')];
    // Servers and agents of one machine have one queue.
    const starts = new StartQueue();
    const [conversations, ofAgent] = [new Conversations(ann, { starts }), new Conversations(bob, { starts })];
    const places: number[] = [];
    const first = ofAgent.get('bob 1');
    first.events.subscribe((event) => {
      if (event.type === 'queued') places.push(event.place);
    });
    const begun = ['ann 1', 'ann 2', 'ann 3', 'ann 4'].map((id) => conversations.get(id).browser());
    begun.push(first.browser(), conversations.get('bob 2', bob).browser());
    expect(conversations.queuedCount).toBe(5);
    for (let count = 1; count <= 6; count++) {
      await vi.waitFor(() => expect(gates).toHaveLength(count));
      gates.at(-1)?.();
    }
    await Promise.all(begun);
    expect(opened).toEqual(['ann 1', 'bob 1', 'ann 2', 'bob 2', 'ann 3', 'ann 4']);
    expect(places[0]).toBe(1);
  });

  test('a call that waits too long learns its place, and the next call has kept it', async () => {
    vi.useFakeTimers();
    let open = () => {};
    const slow = Object.assign(engine, { maxStarts: 1 });
    slow.gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const conversations = new Conversations(slow);
    const first = conversations.get('first').browser();
    const second = conversations.get('second').browser();
    const reported = expect(second).rejects.toMatchObject({
      code: 'busy',
      message: 'No browser yet: place 1 of 1 in the queue for a start.',
      hint: 'Call again: the place in the queue is kept.',
    });
    await vi.advanceTimersByTimeAsync(60_000);
    await reported;
    const again = conversations.get('second').browser();
    open();
    await Promise.all([first, again]);
    expect(slow.opened.map(({ owner }) => owner)).toEqual(['first', 'second']);
    vi.useRealTimers();
  });

  test('a limit on browsers gives a busy error that says what to do, and closing one makes room', async () => {
    const conversations = new Conversations(engine, { maxSessions: 2 });
    await conversations.get('a').browser();
    await conversations.get('b').browser();
    await expect(conversations.get('c').browser()).rejects.toMatchObject({
      code: 'busy',
      message: 'All 2 browser sessions are in use.',
      hint: expect.stringContaining('retry'),
    });
    await conversations.close('a');
    await expect(conversations.get('c').browser()).resolves.toBeDefined();
  });

  test('a browser that has died takes no place, and comes back only where there is one', async () => {
    const conversations = new Conversations(engine, { maxSessions: 1 });
    const dead = await conversations.get('a').browser();
    dead[Symbol.dispose]();
    await dead.session.close();
    expect(conversations.openIds).toEqual([]);
    await expect(conversations.get('b').browser()).resolves.toBeDefined();
    await expect(conversations.get('a').browser()).rejects.toMatchObject({ code: 'busy' });
    await conversations.close('b');
    expect((await conversations.get('a').browser()).session.alive).toBe(true);
  });
});

test('REQ-BT-012: one tool serves every conversation, and its context leads to the browser of its own and no other', async () => {
  const contexts: ToolContext[] = [];
  const visiting = defineTool({
    name: 'visiting',
    title: '',
    description: '',
    group: 'pages',
    effect: 'write',
    input: z.strictObject({ url: z.string() }),
    output: z.object({}),
    examples: [],
    async run({ url }, context) {
      contexts.push(context);
      await (await context.browser()).session.navigate(url, {
        waitUntil: 'load',
        timeout: 1_000,
        signal: context.signal,
      });
      return {};
    },
    summarize: () => '',
  });
  const tools = createToolSet([Object.freeze(visiting)]);
  const conversations = new Conversations(engine);
  const { signal } = new AbortController();
  const visit = (id: string) =>
    callTool({ tools, name: 'visiting', input: { url: id }, conversation: conversations.get(id), signal });
  await Promise.all(['one', 'two', 'three'].map(visit));
  expect(engine.opened.map(({ owner, visits }) => [owner, visits.at(-1)])).toEqual([
    ['one', 'one'],
    ['two', 'two'],
    ['three', 'three'],
  ]);
  // Nothing that it was given names a conversation, so it could not ask for another one.
  for (const context of contexts) expect(JSON.stringify(context)).not.toMatch(/one|two|three/);
});

describe('REQ-BT-011: activity', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000);

  test('an idle browser is closed 30 minutes after its last guard was dropped', async () => {
    const conversation = new Conversations(engine).get('a');
    const guard = await conversation.browser();
    guard[Symbol.dispose]();
    await minutes(29);
    expect(engine.opened[0]?.alive).toBe(true);
    (await conversation.browser())[Symbol.dispose]();
    await minutes(29);
    expect(engine.opened[0]?.alive).toBe(true);
    await minutes(1);
    expect(engine.opened[0]?.alive).toBe(false);
  });

  test('a browser in use is never idle, however long the call takes', async () => {
    const guard = await new Conversations(engine).get('a').browser();
    await minutes(120);
    expect(guard.session.alive).toBe(true);
  });

  test('a guard counts once, however often it is dropped', async () => {
    const conversation = new Conversations(engine).get('a');
    const held = await conversation.browser();
    const dropped = await conversation.browser();
    dropped[Symbol.dispose]();
    dropped[Symbol.dispose]();
    await minutes(60);
    expect(held.session.alive).toBe(true);
  });
});

test('closing waits for a browser that is just starting, and ends it', async () => {
  const conversations = new Conversations(engine);
  let start = () => {};
  engine.gate = new Promise<void>((resolve) => {
    start = resolve;
  });
  const starting = conversations.get('a').browser();
  const closing = conversations.close('a');
  start();
  await starting;
  expect(await closing).toBe(true);
  expect(engine.opened[0]?.alive).toBe(false);
});

test('the end of the server closes every browser and the engine, and refuses new ones', async () => {
  const conversations = new Conversations(engine);
  await conversations.get('a').browser();
  await conversations.get('b').browser();
  await conversations.closeAll();
  expect(engine.opened.map(({ alive }) => alive)).toEqual([false, false]);
  expect(engine.closed).toBe(true);
  expect(() => conversations.get('c')).toThrow('shutting down');
});
