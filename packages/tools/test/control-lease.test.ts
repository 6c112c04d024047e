import { ControlLease } from '@btcp/tools';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const MINUTE = 60_000;

describe('taking and giving back', () => {
  test('the agent drives at first, and a person who takes control keeps it out', () => {
    const lease = new ControlLease();
    lease.take({ viewer: 'ann' });
    expect(lease.state).toMatchObject({ holder: { kind: 'viewer', viewer: 'ann' }, reason: 'taken', isPrivate: true });
    expect(() => lease.admit('write')).toThrow(expect.objectContaining({ code: 'control_held_by_user' }));
    expect(() => lease.admit('read')).toThrow(/in private/);
    lease.giveBack('ann');
    expect(lease.state).toMatchObject({ holder: { kind: 'agent' }, reason: 'given back', isPrivate: false });
    lease.admit('write')[Symbol.dispose]();
  });

  test('a person who lets the agent look on is not private', () => {
    const lease = new ControlLease();
    lease.take({ viewer: 'ann', isPrivate: false });
    lease.admit('read')[Symbol.dispose]();
    expect(() => lease.admit('write')).toThrow(/driving/);
  });

  test('what a reading call saw of a private step is not reported, even when the step is over', () => {
    const lease = new ControlLease();
    const pass = lease.admit('read');
    lease.take({ viewer: 'ann' });
    lease.giveBack('ann');
    expect(() => pass.assertMayTell()).toThrow(expect.objectContaining({ code: 'control_held_by_user' }));
  });

  test('a person gets control when the calls of the agent have ended, which are asked to end', () => {
    const lease = new ControlLease();
    const first = lease.admit('write');
    const second = lease.admit('write');
    lease.take({ viewer: 'ann' });
    expect(lease.state.holder).toEqual({ kind: 'nobody' });
    expect([first.signal.aborted, second.signal.aborted]).toEqual([true, true]);
    expect(() => lease.admit('write')).toThrow();
    first[Symbol.dispose]();
    expect(lease.mayDrive('ann')).toBe(false);
    second[Symbol.dispose]();
    expect(lease.mayDrive('ann')).toBe(true);
  });

  test('of two people one drives', () => {
    const lease = new ControlLease();
    lease.take({ viewer: 'ann', name: 'Ann' });
    expect(() => lease.take({ viewer: 'bob' })).toThrow('Ann is driving.');
    lease.giveBack('bob');
    expect(lease.mayDrive('ann')).toBe(true);
  });

  test('every change has an epoch of its own and is reported in order, also those that a listener brings about', () => {
    const lease = new ControlLease();
    const epochs: number[] = [];
    lease.subscribe(({ holder }) => {
      if (holder.kind === 'viewer') lease.giveBack(holder.viewer);
    });
    lease.subscribe(({ epoch }) => epochs.push(epoch));
    lease.take({ viewer: 'ann' });
    expect(epochs).toEqual([1, 2]);
  });
});

describe('expiry', () => {
  test('control goes back after a time without input', () => {
    const lease = new ControlLease({ idle: MINUTE });
    lease.take({ viewer: 'ann' });
    vi.advanceTimersByTime(50_000);
    lease.touch('ann');
    vi.advanceTimersByTime(50_000);
    expect(lease.mayDrive('ann')).toBe(true);
    vi.advanceTimersByTime(10_000);
    expect(lease.state).toMatchObject({ holder: { kind: 'agent' }, reason: 'idle' });
  });

  test('a viewer that loses its connection has a while to come back', () => {
    const lease = new ControlLease({ disconnect: 30_000 });
    lease.take({ viewer: 'ann' });
    lease.left('ann');
    expect(lease.state.holder).toEqual({ kind: 'viewer', viewer: 'ann', isAway: true });
    vi.advanceTimersByTime(29_000);
    lease.cameBack('ann');
    expect(lease.state.holder).toEqual({ kind: 'viewer', viewer: 'ann' });
    vi.advanceTimersByTime(MINUTE);
    expect(lease.mayDrive('ann')).toBe(true);
    lease.left('ann');
    vi.advanceTimersByTime(30_000);
    expect(lease.state).toMatchObject({ holder: { kind: 'agent' }, reason: 'viewer gone' });
  });

  test('one who is away can be relieved by another', () => {
    const lease = new ControlLease();
    lease.take({ viewer: 'ann' });
    lease.left('ann');
    lease.take({ viewer: 'bob' });
    vi.advanceTimersByTime(MINUTE);
    expect(lease.mayDrive('bob')).toBe(true);
  });
});

describe('requests', () => {
  const ask = (lease: ControlLease) => lease.request({ message: 'Sign in', purpose: 'login', timeout: MINUTE });

  test.each([
    ['done', (lease: ControlLease) => lease.giveBack('ann', 'done', 'signed in as Ann')],
    ['declined', (lease: ControlLease) => lease.giveBack('ann', 'declined')],
    ['deadline', () => vi.advanceTimersByTime(MINUTE)],
    ['closed', (lease: ControlLease) => lease.close()],
    ['cancelled', (lease: ControlLease) => lease.withdraw(lease.state.request?.id ?? '')],
    [
      'viewer gone',
      (lease: ControlLease) => {
        lease.left('ann');
        vi.advanceTimersByTime(30_000);
      },
    ],
  ] as const)('end as %s', async (outcome, end) => {
    const lease = new ControlLease();
    const { answer } = ask(lease);
    lease.take({ viewer: 'ann' });
    end(lease);
    expect(await answer).toMatchObject({ outcome });
    expect(lease.state.request).toBeNull();
  });

  test('are declined without driving, and joined by a second one', async () => {
    const lease = new ControlLease();
    const { request, answer } = ask(lease);
    expect(ask(lease).request).toBe(request);
    lease.decline(request.id, 'not now');
    expect(await answer).toEqual({ outcome: 'declined', note: 'not now' });
    expect(lease.state.holder).toEqual({ kind: 'agent' });
  });
});

describe('going private', () => {
  const cutOff = () => {
    let done = () => {};
    let fail = (_reason: Error) => {};
    const promise = new Promise<void>((resolve, reject) => {
      done = resolve;
      fail = reject;
    });
    return { promise, done, fail };
  };

  test('nobody drives and the agent reads nothing until its scripts are cut off', async () => {
    const { promise, done } = cutOff();
    const lease = new ControlLease({}, () => promise);
    const pass = lease.admit('read');
    lease.take({ viewer: 'ann' });
    expect(lease.state).toMatchObject({ holder: { kind: 'nobody' }, isPrivate: true });
    expect(() => lease.admit('read')).toThrow(/in private/);
    expect(() => pass.assertMayTell()).toThrow();
    done();
    await promise;
    expect(lease.mayDrive('ann')).toBe(true);
  });

  test('a person who left meanwhile does not drive', async () => {
    const { promise, done } = cutOff();
    const lease = new ControlLease({}, () => promise);
    lease.take({ viewer: 'ann' });
    lease.left('ann');
    done();
    await promise;
    expect(lease.state.holder).toEqual({ kind: 'agent' });
  });

  test.each([
    [
      'when they take control',
      (lease: ControlLease, onRefused: () => void) => lease.take({ viewer: 'ann', onRefused }),
    ],
    [
      'while they drive',
      (lease: ControlLease, onRefused: () => void) => {
        lease.take({ viewer: 'ann', isPrivate: false });
        lease.setPrivate('ann', true, onRefused);
      },
    ],
  ])('is refused with the reason where that fails, %s', async (_when, goPrivate) => {
    const { promise, fail } = cutOff();
    const lease = new ControlLease({}, () => promise);
    const onRefused = vi.fn();
    goPrivate(lease, onRefused);
    expect(lease.mayDrive('ann')).toBe(false);
    fail(new Error('It cannot be loaded again.'));
    await promise.catch(() => {});
    await Promise.resolve();
    expect(lease.state).toMatchObject({ holder: { kind: 'agent' }, reason: 'not private', isPrivate: false });
    expect(onRefused).toHaveBeenCalledWith(expect.objectContaining({ message: 'It cannot be loaded again.' }));
  });
});
