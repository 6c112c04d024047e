import { ControlLease } from '@btcp/tools';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

// A small generator that gives the same numbers for the same seed, so that a failure can be had again.
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test('10,000 random interleavings of calls, takes, gives and losses: never two drivers, never a lost release', () => {
  for (let seed = 1; seed <= 10_000; seed++) {
    const random = randomNumbers(seed);
    const lease = new ControlLease({ idle: 500, disconnect: 200 });
    const calls = new Set<Disposable>();
    let driver: string | undefined;
    let grants = 0;
    let releases = 0;
    lease.subscribe(({ holder }) => {
      const next = holder.kind === 'viewer' ? holder.viewer : undefined;
      if (next === driver) return;
      if (driver !== undefined) releases++;
      // From one person to the next control always passes through a release.
      if (driver !== undefined && next !== undefined) throw new Error(`seed ${seed}: ${driver} was never released`);
      if (next !== undefined) grants++;
      driver = next;
    });
    const step = [
      () => void calls.add(lease.admit('write')),
      () => void lease.admit('read')[Symbol.dispose](),
      () => {
        const [call] = calls;
        call?.[Symbol.dispose]();
        if (call) calls.delete(call);
      },
      (viewer: string) => lease.take({ viewer, isPrivate: random(2) === 0 }),
      (viewer: string) => lease.giveBack(viewer, random(2) === 0 ? 'done' : 'declined'),
      (viewer: string) => lease.left(viewer),
      (viewer: string) => lease.cameBack(viewer),
      (viewer: string) => lease.touch(viewer),
      () => void lease.request({ message: 'x', purpose: 'other', timeout: 300 }),
      () => lease.withdraw(lease.state.request?.id ?? ''),
      () => lease.close(),
      () => void vi.advanceTimersByTime(random(300)),
    ];
    for (let count = 0; count < 30; count++) {
      try {
        step[random(step.length)]?.(`v${random(3)}`);
      } catch (thrown) {
        expect(thrown).toMatchObject({ code: 'control_held_by_user' });
      }
      const drivers = ['v0', 'v1', 'v2'].filter((viewer) => lease.mayDrive(viewer));
      if (drivers.length + (calls.size > 0 ? 1 : 0) > 1) throw new Error(`seed ${seed}: ${drivers} and the agent`);
    }
    for (const call of calls) call[Symbol.dispose]();
    vi.advanceTimersByTime(10_000);
    if (lease.state.holder.kind !== 'agent') throw new Error(`seed ${seed}: control never came back`);
    expect(releases, `seed ${seed}`).toBe(grants);
  }
});
