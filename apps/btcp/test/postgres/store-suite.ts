import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AppEvent, Message } from '../../src/contract/types.ts';
import { shownMessage } from '../../src/store/messages.ts';
import type { Store } from '../../src/store/store.ts';

export const PATIENT = { timeout: 60_000, interval: 20 };
export const RUNNING = { state: 'running', step: 0, stepLimit: 5 } as const;

export const said = (text: string): Message => ({
  id: randomUUID(),
  role: 'user',
  created: Date.now(),
  parts: [{ type: 'text', text }],
});

export const textsOf = (messages: readonly Message[]): string[] =>
  messages.map(({ parts }) => parts.map((part) => (part.type === 'text' ? part.text : part.name)).join(''));

/** What every database of the workspace has to do. `make` makes an empty one; what it returns opens it, again and again. */
export function storeSuite(make: () => () => Promise<Store>): void {
  let store: Store;
  let open: () => Promise<Store>;
  beforeEach(async () => {
    open = make();
    store = await open();
    await store.agents.add({ slug: 'ann', name: 'Ann', created: 1, host: { kind: 'local' } });
    await store.sessions.add({ agent: 'ann', id: 'a', title: 'A', created: 1, updated: 1, run: { state: 'idle' } });
  });
  afterEach(() => store.close());

  test('keeps agents, sessions, states, shares, settings and recordings', async () => {
    expect(await store.agents.add({ slug: 'ann', name: 'Other', created: 2, host: { kind: 'local' } })).toBe(false);
    await store.agents.add({ slug: 'Bob', name: 'Bob \0 "quoted" ?', created: 1, host: { kind: 'local' } });
    expect((await store.agents.list()).map(({ slug }) => slug)).toEqual(['Bob', 'ann']);
    await store.sessions.setTitle('ann', 'a', 'Shop');
    await store.sessions.addUsage('ann', 'a', { input: 1, output: 2, cached: 3 });
    await store.sessions.addUsage('ann', 'a', { input: 1, output: 2, cached: 3 });
    await store.shares.put('ann', 'a', { person: 'eve', role: 'watch' });
    await store.shares.put('ann', 'a', { person: 'eve', role: 'drive' });
    await store.settings.put('model', { model: 'x' }, { of: 'model' });
    await store.states.put('ann', 's', { cookies: [], storage: [] } as never);
    const action = { time: 1, tool: 'browser_click', input: {}, success: true, outcome: 'done', url: '' };
    await store.actions.add('ann', 'a', action);
    await store.actions.add('ann', 'a', action, 'drive 7');
    await store.actions.add('ann', 'a', action, 'drive 7');
    await store.close();
    store = await open();
    expect(await store.sessions.get('ann', 'a')).toMatchObject({ title: 'Shop', run: { state: 'idle' }, created: 1 });
    expect((await store.conversation('ann', 'a'))?.usage).toEqual({ input: 2, output: 4, cached: 6 });
    expect(await store.shares.withPerson('eve')).toEqual([{ agent: 'ann', session: 'a', role: 'drive' }]);
    expect(await store.settings.get('model')).toEqual({ model: 'x' });
    expect((await store.states.list('ann')).map(({ name }) => name)).toEqual(['s']);
    expect(await store.states.remove('ann', 's')).toBe(true);
    expect(await store.states.remove('ann', 's')).toBe(false);
    const actions = await store.actions.list('ann', 'a');
    expect(actions.map(({ tool }) => tool)).toEqual(['browser_click', 'browser_click']);
    await store.agents.remove('ann');
    expect(await store.sessions.list('ann')).toEqual([]);
    expect(await store.shares.withPerson('eve')).toEqual([]);
  });

  test('keeps messages in their order, and shows each to everybody once', async () => {
    const seen: AppEvent[] = [];
    const following = store.database.follow('ann', 'a', (event) => seen.push(event), expect.fail);
    following.from((await store.conversation('ann', 'a'))?.position ?? 0);
    const messages = Array.from({ length: 20 }, (_, number) => said(`message ${number}`));
    await Promise.all(messages.map((message) => store.runs.addMessage('ann', 'a', message, false)));
    await vi.waitFor(() => expect(seen).toHaveLength(20), PATIENT);
    following.stop();
    const kept = (await store.messages.list('ann', 'a')).map(({ id }) => id);
    expect(seen.map((event) => event.type === 'message' && event.message.id)).toEqual(kept);
    expect([...kept].sort()).toEqual(messages.map(({ id }) => id).sort());
  });

  test('shows text piece by piece, also to somebody who comes in the middle', async () => {
    await store.runs.claim('ann', 'a', 'answer', RUNNING);
    const place = { agent: 'ann', session: 'a', runner: store.database.server };
    await store.messages.add(place, {
      id: 'answer',
      role: 'agent',
      created: 1,
      parts: [{ type: 'text', text: 'One' }],
    });
    await store.messages.addText(place, 'answer', 3, ' two');
    if (!store.database.isShared) await store.messages.keepPart(place, 'answer', 0, { type: 'text', text: 'One two' });
    const conversation = await store.conversation('ann', 'a');
    let text = textsOf((conversation?.messages ?? []).map(shownMessage)).join('');
    const following = store.database.follow(
      'ann',
      'a',
      (event) => {
        if (event.type === 'delta') text = text.slice(0, event.at) + event.text;
      },
      expect.fail,
    );
    following.from(conversation?.position ?? 0);
    await store.messages.addText(place, 'answer', 7, ' three');
    await vi.waitFor(() => expect(text).toBe('One two three'), PATIENT);
    following.stop();
  });

  test('has one run in a session, which goes on with the messages that came meanwhile', async () => {
    expect(await store.runs.addMessage('ann', 'a', said('first'), false)).toBe(false);
    expect(await store.runs.claim('ann', 'a', 'answer 1', RUNNING)).toBe(true);
    expect(await store.runs.addMessage('ann', 'a', said('second'), true)).toBe(true);
    const runner = store.database.server;
    const answer = {
      id: 'answer 1',
      role: 'agent' as const,
      created: 1,
      parts: [{ type: 'text' as const, text: 'Yes' }],
    };
    await store.messages.add({ agent: 'ann', session: 'a', runner }, answer);
    expect(textsOf((await store.messages.list('ann', 'a')).map(shownMessage))).toEqual(['first', 'Yes', 'second']);
    expect(await store.runs.end('ann', 'a', { state: 'idle' }, 'answer 2')).toBe('goes-on');
    expect((await store.sessions.get('ann', 'a'))?.run.state).toBe('running');
    expect(await store.runs.end('ann', 'a', { state: 'idle' }, 'answer 3')).toBe('ended');
    expect(await store.runs.end('ann', 'a', { state: 'idle' }, 'answer 4')).toBe('lost');
    expect((await store.sessions.get('ann', 'a'))?.run).toEqual({ state: 'idle' });
  });

  test('stops a run whose server is gone, with its messages, and says so', async () => {
    await store.runs.addMessage('ann', 'a', said('do it'), false);
    await store.runs.claim('ann', 'a', 'answer', RUNNING);
    const place = { agent: 'ann', session: 'a', runner: store.database.server };
    const call = { type: 'tool', call: 'c', name: 'browser_click', input: {}, state: 'running', summary: '' } as const;
    await store.messages.add(place, { id: 'answer', role: 'agent', created: 1, parts: [call] });
    await store.runs.addMessage('ann', 'a', said('and this'), true);
    await store.close();
    store = await open();
    expect((await store.sessions.get('ann', 'a'))?.run).toEqual({
      state: 'stopped',
      note: 'The server that ran the agent ended. The tabs of its browser are closed.',
    });
    const messages = await store.messages.list('ann', 'a');
    expect(textsOf(messages.map(shownMessage))).toEqual(['do it', 'browser_click', 'and this']);
    expect(messages[1]?.parts[0]).toMatchObject({ state: 'failed', error: { code: 'cancelled' } });
    expect(await store.runs.claim('ann', 'a', 'again', RUNNING)).toBe(true);
  });

  test('reports a change that failed to nobody', async () => {
    const seen: AppEvent[] = [];
    const following = store.database.follow('ann', 'a', (event) => seen.push(event), expect.fail);
    following.from(0);
    const failing = store.database.transaction(async (within) => {
      await within.publish('ann', 'a', { type: 'title', title: 'never' });
      await within.run('INSERT INTO agents (slug, created, body) VALUES (?, ?, ?)', 'ann', 1, '{}');
    });
    await expect(failing).rejects.toMatchObject({ code: 'internal' });
    await store.sessions.setTitle('ann', 'a', 'shown');
    await vi.waitFor(() => expect(seen).toEqual([{ type: 'title', title: 'shown' }]), PATIENT);
    following.stop();
  });
}
