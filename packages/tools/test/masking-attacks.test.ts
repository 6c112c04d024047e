import { describe, expect, test } from 'vitest';
import { talkingBrowser } from './talking-browser.ts';

// Masking what these make took minutes when its cost grew faster than its input.
const PATIENCE = 30_000;

describe('a page cannot hide what others say (T12)', () => {
  const TOTAL = 'Total to pay: 10 EUR';

  test('what its password fields hold is masked in its own words, and not in those of another origin', async () => {
    const { session, call } = talkingBrowser();
    session.said = TOTAL;
    await call('browser_navigate', { url: 'https://evil.test/' });
    session.held = [TOTAL, 'https://shop.test/cart'];
    expect((await call('browser_get_text')).data).toMatchObject({ text: '•••' });

    session.held = [];
    const { page } = await call('browser_navigate', { url: 'https://shop.test/cart' });
    expect(page?.url).toBe('https://shop.test/cart');
    expect((await call('browser_get_text')).data).toMatchObject({ text: TOTAL });

    await call('browser_navigate', { url: 'https://evil.test/again' });
    expect((await call('browser_get_text')).data).toMatchObject({ text: '•••' });
  });

  test('its passwords are masked in logs wherever the browser is now, since logs hold words of every page', async () => {
    const { session, call } = talkingBrowser();
    await call('browser_navigate', { url: 'https://login.test/' });
    session.held = ['correct horse 1'];
    await call('browser_get_text');
    session.held = [];
    await call('browser_navigate', { url: 'https://app.test/' });
    session.said = 'sent correct horse 1';
    expect(JSON.stringify((await call('browser_recent_console_logs')).data)).toContain('sent •••');
  });

  test('a secret that was typed by name is masked everywhere', async () => {
    const { session, call } = talkingBrowser({ github: { value: 'gh-password-1', origin: 'https://github.com' } });
    await call('browser_fill', { selector: '#p', value: 'secret:github' });
    await call('browser_navigate', { url: 'https://other.test/' });
    session.said = 'It is gh-password-1';
    expect((await call('browser_get_text')).data).toMatchObject({ text: 'It is •••' });
  });

  test('more values than anybody has push out the oldest of the same origin alone', async () => {
    const { session, call } = talkingBrowser();
    await call('browser_navigate', { url: 'https://shop.test/' });
    session.held = ['correct horse 1'];
    await call('browser_get_text');
    for (let round = 0; round < 20; round++) {
      await call('browser_navigate', { url: 'https://evil.test/' });
      session.held = Array.from({ length: 50 }, (_, index) => `${'x'.repeat(200)}${round} ${index}`);
      await call('browser_get_text');
    }
    session.held = [];
    await call('browser_navigate', { url: 'https://shop.test/' });
    session.said = 'You typed correct horse 1';
    expect((await call('browser_get_text')).data).toMatchObject({ text: 'You typed •••' });
  });
});

describe('the work of masking grows with its input (T17, T19)', () => {
  test('with thousands of long password fields', { timeout: PATIENCE }, async () => {
    const { session, call } = talkingBrowser();
    session.said = 'Some text. '.repeat(5_000);
    for (let round = 0; round < 5; round++) {
      session.held = Array.from({ length: 2_000 }, (_, index) => `Field ${round} ${index} `.repeat(20).slice(0, 200));
      expect((await call('browser_get_text')).data).toMatchObject({ text: expect.stringContaining('Some text.') });
    }
  });

  test('with text that begins like a credential again and again', { timeout: PATIENCE }, async () => {
    const { session, call } = talkingBrowser();
    for (const start of ['sk-', '-eyJ', 'eyJ-.']) {
      session.said = start.repeat(Math.floor(240_000 / start.length));
      expect((await call('browser_recent_console_logs')).data).toMatchObject({ count: 1 });
    }
  });

  test('with any mixture of what its expressions look for', { timeout: 2 * PATIENCE }, async () => {
    const { session, call } = talkingBrowser();
    const random = seeded(20_261_115);
    const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
    session.held = ['correct horse 1', 'aaaaaaaaaaaaaaaaaaab1', 'aaaaaaaaaaaaaaaaaaab2'];
    for (let round = 0; round < 60; round++) {
      const parts = Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(FRAGMENTS));
      const unit = parts.join(pick(['', '', ' ', '-', '\n']));
      session.said = unit.repeat(Math.ceil(200_000 / unit.length));
      const { data } = await call(
        pick(['browser_recent_console_logs', 'browser_recent_network_requests', 'browser_get_text']),
      );
      expect(JSON.stringify(data)).not.toContain('correct horse 1');
    }
  });

  test('and others get their turn while it lasts', { timeout: PATIENCE }, async () => {
    const { session, call } = talkingBrowser();
    session.said = 'Some text of a long page.\n'.repeat(160_000);
    session.held = ['correct horse 1'];
    let turns = 0;
    let isRunning = true;
    const turn = () => {
      turns++;
      if (isRunning) setImmediate(turn);
    };
    setImmediate(turn);
    await call('browser_get_text');
    isRunning = false;
    // Four million characters are a hundred portions at least.
    expect(turns).toBeGreaterThan(100);
  });
});

test('what is masked does not depend on where a long text is cut', async () => {
  const { session, call } = talkingBrowser();
  session.held = ['correct horse 1'];
  const secrets = ['correct horse 1', '4111 1111 1111 1111', `ghp_${'a1'.repeat(18)}`];
  for (const filler of ['x', 'word ', '{"a":1},']) {
    const length = 65_536 - (65_536 % filler.length);
    for (let shift = 0; shift < 40; shift += 3) {
      const said = `${filler.repeat(length / filler.length).slice(shift)}\n${secrets.join(', ')}\n${filler.repeat(30)}`;
      session.said = said;
      session.files.length = 0;
      await call('browser_recent_console_logs');
      for (const secret of secrets) expect(session.files[0]).not.toContain(secret);
    }
  }
});

const FRAGMENTS = [
  'sk-',
  'sk_live_',
  'eyJ',
  '.eyJ',
  'eyJhbGciOi',
  'ghp_',
  'github_pat_',
  'glpat-',
  'xoxb-',
  'ya29.',
  'AIza',
  'AKIA',
  'SG.',
  'Bearer ',
  'Basic  ',
  'token',
  'password',
  'api_key',
  'secret',
  '"',
  "'",
  ': ',
  ' = ',
  '//',
  '//a:',
  '@',
  '?code=',
  '&sid=',
  '4111 1111 1111 1111',
  '411111111111111',
  '3782 822463 ',
  'correct horse 1',
  'correct hors',
  'aaaaaaaaaa',
  'b1',
  '-',
  '_',
  '    ',
  '\t\t',
  'Y29ycmVjdCBob3Jz',
  '636f7272656374',
  '%20',
  '\u200b',
  '•••',
  '密码',
  '\ud83d',
]; // prettier-ignore

// Numbers from 0 to 1 that are the same in every run.
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
