import { LiveClient, servePages } from '@btcp/test-support';
import { expect, test } from 'vitest';
import { startLiveHost } from './live-host.ts';

const PAGE = `<title>Keys</title><body><script>
  const log = [];
  addEventListener('keydown', (event) => log.push(event.key + '+'));
  addEventListener('keyup', (event) => log.push(event.key + '-'));
</script>`;
const KEYS = ['v', 'w'];
const STEPS = 400;
const SEED = 9;

// Waits until the server has handled what this viewer sent, and forgets what it answered.
async function caughtUp(viewer: LiveClient | undefined, tab: string): Promise<void> {
  viewer?.send({ type: 'watch', tab });
  await viewer?.next('error', ({ error }) => error.message.includes(tab));
  viewer?.forget();
}

test('in 400 random steps of an agent and two people over sockets, no key is pressed between another one and its release (T9, T10)', async () => {
  let state = SEED;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  await using site = await servePages({ '/': PAGE });
  const host = await startLiveHost({ messagesPerSecond: Number.POSITIVE_INFINITY });
  try {
    await host.post('/browser/open', { sessionId: 'keys', url: site.origin });
    const open = () => LiveClient.live(`${host.stream}?sessionId=keys&maxFps=1`);
    const viewers = [await open(), await open()];
    const calls: Promise<{ status: number }>[] = [];
    const press = (which: number, eventType: 'keyDown' | 'keyUp') =>
      viewers[which]?.send({ type: 'input_keyboard', eventType, key: KEYS[which], text: null });
    const steps = [
      () => void calls.push(host.post('/browser/press', { sessionId: 'keys', key: 'a' })),
      () => void calls.push(host.post('/browser/press', { sessionId: 'keys', key: 'a' })),
      (which: number) => viewers[which]?.send({ type: 'take_control', isPrivate: false }),
      (which: number) => press(which, 'keyDown'),
      (which: number) => press(which, 'keyDown'),
      (which: number) => press(which, 'keyUp'),
      (which: number) => viewers[which]?.send({ type: 'give_control' }),
      async (which: number) => {
        viewers[which]?.socket.terminate();
        viewers[which] = await open();
      },
    ];
    for (let step = 0; step < STEPS; step++) {
      const which = random(2);
      await steps[random(steps.length)]?.(which);
      // Not after every step, so that several are under way at once.
      if (random(3) === 0) await caughtUp(viewers[which], `none-${step}`);
    }
    for (const viewer of viewers) await caughtUp(viewer, 'none-last');
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 423)).toEqual([]);
    // Whatever happened, everybody can drive in their turn.
    const { lease } = host.conversations.get('keys');
    for (const [which, viewer] of viewers.entries()) {
      lease.close();
      await caughtUp(viewer, 'none-own-turn');
      viewer.send({ type: 'take_control', isPrivate: false });
      await viewer.next('control', ({ control: { holder } }) => holder.kind === 'viewer');
      press(which, 'keyDown');
      expect((await host.post('/browser/press', { sessionId: 'keys', key: 'a' })).status).toBe(423);
      press(which, 'keyUp');
      // Answered when the page has handled what was sent before.
      viewer.send({ type: 'get_selection' });
      await viewer.next('selection');
      await viewer.giveBack();
    }
    expect((await host.post('/browser/press', { sessionId: 'keys', key: 'a' })).status).toBe(200);
    const { body } = await host.post('/browser/evaluate', { sessionId: 'keys', script: 'log.join(" ")' });
    const log: string[] = JSON.parse(body.data.value).split(' ');
    let down: string | undefined;
    for (const [index, entry] of log.entries()) {
      const [key = '', what] = entry;
      const around = log.slice(Math.max(0, index - 5), index + 3).join(' ');
      // A key that is released without having been pressed is harmless, unless another one is down.
      expect(down ?? key, `seed ${SEED}: ${around}`).toBe(key);
      down = what === '+' ? key : undefined;
    }
    expect(down).toBeUndefined();
    expect(new Set(log.map(([key]) => key))).toEqual(new Set(['a', 'v', 'w']));
    for (const viewer of viewers) await viewer.close();
  } finally {
    await host.close();
  }
});
