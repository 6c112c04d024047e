import { type CallOptions, Conversations, callTool, catalogue, createToolSet, type LiveBrowser } from '@btcp/tools';
import { expect, test } from 'vitest';
import { TestSession } from './test-engine.ts';

const tools = createToolSet(catalogue);
const VIEWERS = ['ann', 'bob', 'cy'];
const RUNS = 10_000;
const STEPS = 12;

// The same numbers for the same seed, so that a failure can be repeated.
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

// A browser whose actions take as long as a test wants, and go on for a moment when they are stopped.
class SlowSession extends TestSession {
  acting = 0;
  readonly #underWay = new Set<() => void>();
  #cutOff: (() => void) | undefined;

  readonly live: LiveBrowser = {
    tabs: [],
    viewport: { width: 1, height: 1 },
    stateOf: () => [],
    subscribe: () => () => {},
    watch: () => () => {},
    perform: async () => undefined,
    handled: async () => {},
    locate: async () => null,
    driverCounts: { clicks: 0, fields: 0 },
    setDriven: async () => {},
    goPrivate: () =>
      new Promise<void>((resolve) => {
        this.#cutOff = resolve;
      }),
    releaseInput: () => {},
  };

  /** Lets the oldest action end, or the browser become private. */
  proceed(): void {
    this.#cutOff?.();
    this.#cutOff = undefined;
    const [first] = this.#underWay;
    first?.();
  }

  override async press(_key?: string, _selector?: string, options?: CallOptions) {
    await this.#act(options?.signal);
    return super.press();
  }

  override async navigate(url: string, options?: CallOptions) {
    await this.#act(options?.signal);
    this.visits.push(url);
    return this.answer(undefined);
  }

  async #act(signal: AbortSignal | undefined): Promise<void> {
    this.acting++;
    await new Promise<void>((resolve) => {
      const end = () => {
        this.#underWay.delete(end);
        resolve();
      };
      this.#underWay.add(end);
      signal?.addEventListener('abort', end);
    });
    // What was sent to a browser before it is stopped still happens.
    await null;
    this.acting--;
    signal?.throwIfAborted();
  }
}

test(`${RUNS} interleavings of calls, takeovers and losses never have two drivers (T9)`, async () => {
  const counts = { acts: 0, drives: 0, refusals: 0 };
  for (let seed = 1; seed <= RUNS; seed++) {
    const random = randomNumbers(seed);
    const session = new SlowSession('a');
    const conversations = new Conversations(
      { open: async () => session, close: async () => {} },
      { lease: { idle: 60_000, disconnect: 60_000 } },
    );
    const conversation = conversations.get('a');
    const { lease } = conversation;
    const calls: Promise<void>[] = [];
    const check = (when: string) => {
      const drivers = VIEWERS.filter((viewer) => lease.mayDrive(viewer));
      if (drivers.length + (session.acting > 0 ? 1 : 0) > 1)
        throw new Error(`seed ${seed}: ${drivers.join(' and ')} drive, and the agent acts, ${when}`);
    };
    lease.subscribe(({ reason }) => check(`when control changed: ${reason}`));
    const call = (name: string, input: object) => {
      const abort = new AbortController();
      if (random(6) === 0) queueMicrotask(() => abort.abort());
      const { signal } = abort;
      const done = callTool({ tools, name, input, conversation, signal }).then(
        () => void counts.acts++,
        (error) => {
          if (!['control_held_by_user', 'cancelled'].includes(error.code)) throw error;
          counts.refusals++;
        },
      );
      calls.push(done);
    };
    const steps = [
      () => call('browser_press', { key: 'a' }),
      () => call('browser_navigate', { url: 'https://a.test' }),
      () => call('browser_get_text', {}),
      (viewer: string) => lease.take({ viewer, isPrivate: random(2) === 0 }),
      (viewer: string) => lease.take({ viewer, isPrivate: false }),
      (viewer: string) => lease.setPrivate(viewer, random(2) === 0),
      (viewer: string) => lease.giveBack(viewer),
      (viewer: string) => lease.left(viewer, random(2) * 60_000),
      (viewer: string) => lease.cameBack(viewer),
      () => session.proceed(),
      () => session.proceed(),
      (viewer: string) => {
        if (!lease.mayDrive(viewer)) return;
        counts.drives++;
        check(`when ${viewer} pressed a key`);
      },
    ];
    for (let count = 0; count < STEPS; count++) {
      const viewer = VIEWERS[random(VIEWERS.length)] as string;
      try {
        steps[random(steps.length)]?.(viewer);
      } catch (thrown) {
        expect(thrown).toMatchObject({ code: 'control_held_by_user' });
      }
      for (let turns = random(6); turns > 0; turns--) await null;
      check(`after step ${count}`);
    }
    for (const viewer of VIEWERS) lease.left(viewer, 0);
    let isOver = false;
    const all = Promise.all(calls).finally(() => (isOver = true));
    while (!isOver) {
      session.proceed();
      check('at the end');
      await new Promise((resolve) => setImmediate(resolve));
    }
    await all;
    expect(session.acting, `seed ${seed}`).toBe(0);
    await conversations.closeAll();
  }
  // Each kind of step has happened often enough to mean something.
  for (const [what, count] of Object.entries(counts)) expect(count, what).toBeGreaterThan(RUNS / 10);
});
