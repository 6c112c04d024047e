import { parted } from '@btcp/test-support';
import { BtcpError, Conversations } from '@btcp/tools';
import { describe, expect, test } from 'vitest';
import { talkingBrowser } from './talking-browser.ts';
import { TestEngine } from './test-engine.ts';

const SECRETS = {
  github: { value: 'gh-pässword 1', origin: 'https://github.com/login' },
  bank: { value: '4711', origin: 'https://bank.test:8443' },
};

describe('a secret typed by name', () => {
  test.each([
    ['browser_type', { selector: '#p', text: 'secret:github' }],
    ['browser_fill', { selector: '#p', value: 'secret:github' }],
  ])('%s gives the value and its origin to the browser, and to nobody else', async (tool, input) => {
    const { session, call } = talkingBrowser(SECRETS);
    const result = await call(tool, input);
    expect(JSON.stringify(session.typed)).toContain('gh-pässword 1');
    expect(JSON.stringify(session.typed)).toContain('"https://github.com"');
    session.said = `It was gh-pässword 1, or ${encodeURIComponent('gh-pässword 1')}.`;
    for (const name of ['browser_get_text', 'browser_evaluate', 'browser_recent_console_logs']) {
      const { text, data } = await call(name);
      expect(parted(text).inside).toContain('It was •••, or •••.');
      expect(JSON.stringify({ data, result })).not.toContain('pässword');
    }
  });

  test('is masked in part as well, from half of it on', async () => {
    const { session, call } = talkingBrowser({ key: { value: 'Canary-Secret-Value-42', origin: 'https://a.test' } });
    await call('browser_fill', { selector: '#p', value: 'secret:key' });
    for (const [said, shown] of [
      ['holds anary-Secret-Value-42!', 'holds •••!'],
      ['holds Canary-Secret', 'holds •••'],
      ['holds Secret-Value-4 and more', 'holds ••• and more'],
      ['a canary sings, a secret stays', 'a canary sings, a secret stays'],
    ] as const) {
      session.said = said;
      expect((await call('browser_get_text')).data).toMatchObject({ text: shown });
    }
  });

  test('is masked in errors too', async () => {
    const { session, call } = talkingBrowser(SECRETS);
    await call('browser_fill', { selector: '#p', value: 'secret:bank' });
    session.failure = new BtcpError('not_actionable', 'The page says 4711 is wrong.', { hint: 'Not 4711.' });
    await expect(call('browser_get_text')).rejects.toMatchObject({
      message: expect.stringContaining('The page says ••• is wrong.'),
      hint: 'Not •••.',
    });
  });

  test('is masked in what a form reports about fields that failed', async () => {
    const { session, call } = talkingBrowser(SECRETS);
    session.refuses = '#b';
    const { data } = await call('browser_fill_form', {
      fields: [
        { selector: '#a', value: 'x' },
        { selector: '#b', value: 'secret:bank' },
      ],
    });
    expect(data).toMatchObject({ failed: [{ selector: '#b', error: 'The page refuses •••.' }] });
  });

  test('that does not exist is answered with the names that do', async () => {
    const { session, call } = talkingBrowser(SECRETS);
    for (const name of ['gitlab', 'toString', '']) {
      await expect(call('browser_fill', { selector: '#p', value: `secret:${name}` })).rejects.toMatchObject({
        code: 'not_found',
        hint: 'The secrets are secret:github, secret:bank.',
      });
    }
    expect(session.typed).toEqual([]);
  });

  test('is text like any other where it is not all of the text', async () => {
    const { session, call } = talkingBrowser(SECRETS);
    await call('browser_type', { selector: '#p', text: 'my secret:github' });
    expect(session.typed[0]).toMatchObject({ text: 'my secret:github' });
  });
});

test.each([
  ['a name with spaces', { 'my key': { value: 'value', origin: 'https://a.test' } }],
  ['a value too short to hide', { key: { value: 'abc', origin: 'https://a.test' } }],
  ['no origin', { key: { value: 'value', origin: 'a.test' } }],
  ['an origin of no site', { key: { value: 'value', origin: 'data:text/html,x' } }],
])('%s is refused at the start, without showing the value', (_, secrets) => {
  expect(() => new Conversations(new TestEngine(), { secrets })).toThrow(
    expect.objectContaining({ code: 'invalid_input', message: expect.not.stringMatching(/value$|abc/) }),
  );
});
