import { parted } from '@btcp/test-support';
import { describe, expect, test } from 'vitest';
import { talkingBrowser } from './talking-browser.ts';

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U';

async function shown(tool: string, said: string, held: string[] = []) {
  const { session, call } = talkingBrowser();
  session.said = said;
  session.held = held;
  const { text, data } = await call(tool);
  return { text: parted(text).inside, data: JSON.stringify(data) };
}

describe('card numbers show their last four digits, in text and in data', () => {
  test.each([
    ['4111111111111111', '1111'],
    ['4111 1111 1111 1111', '1111'],
    ['5555-5555-5555-4444', '4444'],
    ['3782 822463 10005', '0005'],
    ['378282246310005', '0005'],
    ['6011111111111117', '1117'],
    ['3530111333300000', '0000'],
    ['2223003122003222', '3222'],
    ['4222222222222', '2222'],
    ['36227206271667', '1667'],
  ])('%s', async (number, last) => {
    for (const tool of ['browser_get_text', 'browser_evaluate', 'browser_recent_console_logs']) {
      const { text, data } = await shown(tool, `Paid with ${number}, thanks`);
      expect(text).toContain(`Paid with •••• ${last}, thanks`);
      expect(text + data).not.toContain(number);
    }
  });

  test.each([
    ['a number with a wrong check digit', '4111111111111112'],
    ['a time in milliseconds', '1731661234567'],
    ['a time in microseconds', '1731661234567890'],
    ['a phone number', '+49 30 1234 5678 90'],
    ['a phone number in one piece', '+4111111111111111'],
    ['an order in an address', 'https://shop.test/orders/4111111111111111'],
    ['an order with a name', 'ORD-4111111111111111 order_4111111111111111'],
    ['a version or an amount', '4111111111111111.50'],
    ['a table of years', '4111 1111 1111 1111 1111 1111'],
    ['an identifier', '4111111111111111-4a3f'],
    ['a number of no network', '1234567812345670'],
    ['an ISBN', '978-3-16-148410-0'],
    ['an IBAN', 'DE89 3704 0044 0532 0130 00'],
    ['a long decimal', '0.4111111111111111'],
  ])('but not %s', async (_, said) => {
    expect((await shown('browser_get_text', said)).text).toContain(said);
  });
});

describe('credentials are masked in what programs print and send', () => {
  test.each([
    ['a web token', `user ${JWT} in`, 'user ••• in'],
    ['a bearer', 'Authorization: Bearer abc123def456', 'Authorization: Bearer •••'],
    ['basic access', 'Basic dXNlcjpwYXNzMTIz', 'Basic •••'],
    ['a GitHub token', `ghp_${'a1'.repeat(18)}`, '•••'],
    ['a key of an API', 'using sk-proj-abcdef1234567890abcd now', 'using ••• now'],
    ['a live key', 'sk_live_abcdefghijklmnop', '•••'],
    ['a chat token', 'xoxb-123456789012-abcdef', '•••'],
    ['an access key', 'AKIAIOSFODNN7EXAMPLE', '•••'],
    ['a printed object', "{user: 'ada', password: 'hunter2', id: 7}", "{user: 'ada', password: '•••', id: 7}"],
    ['JSON', '{"access_token":"abc","expires":3600}', '{"access_token":"•••","expires":3600}'],
    ['a form', 'POST password=hunter2&user=ada', 'POST password=•••&user=ada'],
    ['a header', 'x-api-key: 9f8e7d6c5b', 'x-api-key: •••'],
    ['a user in an address', 'https://ada:pw@db.test/x', 'https://ada:•••@db.test/x'],
  ])('%s', async (_, said, masked) => {
    const { text, data } = await shown('browser_recent_console_logs', said);
    expect(text).toContain(`(page) ${masked}`);
    expect(JSON.parse(data).text).toContain(masked);
  });

  test.each([
    ['?token=abc', '?token=•••'],
    ['?a=1&access_token=xyz&b=2#top', '?a=1&access_token=•••&b=2#top'],
    ['#id_token=abc&state=1', '#id_token=•••&state=1'],
    ['?code=4%2F0AY0e-g7abc123', '?code=•••'],
    ['?api_key=1&apiKey=2&password=x', '?api_key=•••&apiKey=•••&password=•••'],
    ['?X-Amz-Signature=0123456789abcdef', '?X-Amz-Signature=•••'],
    ['?code=US&key=name&sort=token', '?code=US&key=name&sort=token'],
    ['?tokens=5&passwordless=1', '?tokens=5&passwordless=1'],
  ])('the address %s is shown as %s', async (query, masked) => {
    const { text, data } = await shown('browser_recent_network_requests', `https://a.test/p${query}`);
    expect(text).toContain(`GET https://a.test/p${masked} =>`);
    expect(data).toContain(masked);
  });

  test('and in the address of the page, for models and for programs', async () => {
    const { call } = talkingBrowser();
    const { text, data, page } = await call('browser_navigate', { url: 'https://a.test/back?code=abc123def&x=1' });
    expect(parted(text).inside).toContain('https://a.test/back?code=•••&x=1');
    expect(page?.url).toBe('https://a.test/back?code=•••&x=1');
    expect(data).toMatchObject({ url: 'https://a.test/back?code=•••&x=1' });
  });

  test.each([
    'Invalid token: expected string at position 4',
    'password: required',
    'Basic authentication is deprecated',
    'token: undefined, secret: null',
    'The bearer of this letter',
    'disk-usage-of-the-whole-server is 4',
    'no such class: sk-fading-circle-container',
    'tokens: 1200 of 8000 used',
  ])('but not words: %s', async (said) => {
    expect((await shown('browser_recent_console_logs', said)).text).toContain(said);
  });

  test('but not in text that a person reads: a key that a page has just made is there to be copied', async () => {
    const said = `Your new key: ghp_${'a1'.repeat(18)}`;
    expect((await shown('browser_get_text', said)).text).toContain(said);
  });

  test('also in files that take what is too long to show', async () => {
    const { session, call } = talkingBrowser();
    session.said = `${'x'.repeat(5_000)} ${JWT} 4111111111111111`;
    await call('browser_recent_console_logs');
    expect(session.files).toHaveLength(1);
    expect(session.files[0]).not.toContain(JWT);
    expect(session.files[0]).not.toContain('4111111111111111');
  });
});

describe('what a password field holds', () => {
  test.each(['browser_get_text', 'browser_evaluate', 'browser_recent_console_logs', 'browser_recent_network_requests'])(
    'is masked in %s, however it is written',
    async (tool) => {
      const password = 'correct "horse" staple/1';
      const said = `https://a.test/?q=${encodeURIComponent(password)} ${password} ${JSON.stringify(password)}`;
      const { text, data } = await shown(tool, said, [password]);
      for (const spelling of [password, encodeURIComponent(password), JSON.stringify(password).slice(1, -1)]) {
        expect(text + data).not.toContain(spelling);
      }
      expect(text).toContain('?q=•••');
    },
  );

  test('stays masked when the field is gone', async () => {
    const { session, call } = talkingBrowser();
    session.held = ['hunter22'];
    await call('browser_get_text');
    session.held = [];
    session.said = 'You typed hunter22';
    expect((await call('browser_get_text')).data).toMatchObject({ text: 'You typed •••' });
  });

  test('is left alone where it could be any word', async () => {
    const said = 'Enter the password of the admin';
    expect((await shown('browser_get_text', said, ['password', 'admin', 'a', ''])).text).toContain(said);
  });
});

describe('what a person typed in private', () => {
  test.each(['browser_get_text', 'browser_evaluate', 'browser_recent_console_logs', 'browser_recent_network_requests'])(
    'is masked in %s, wherever it stands and however often',
    async (tool) => {
      const { session, call, masker } = talkingBrowser();
      const typed = ['correct "horse" staple/1', 'hunter22', 'hunt'];
      for (const [index, text] of typed.entries()) masker.learnTyped(text, index === 2);
      session.said = `hunthunter22 ${typed[0]} ${encodeURIComponent(typed[0] ?? '')} huNter22 hunter22hunter22`;
      const { text } = await call(tool);
      expect(text).not.toMatch(/hunt|staple|correct/);
      expect(text).toContain('huNter22');
    },
  );

  test('is left alone where it could be any word, unless its field hid it', async () => {
    const { session, call, masker } = talkingBrowser();
    for (const word of ['Berlin', 'shoes', 'a', '']) masker.learnTyped(word);
    masker.learnTyped('sunshine', true);
    session.said = 'Fly to Berlin in new shoes and sunshine';
    expect((await call('browser_get_text')).data).toMatchObject({ text: 'Fly to Berlin in new shoes and •••' });
  });

  test('the newest 200 values are kept', async () => {
    const { session, call, masker } = talkingBrowser();
    for (let number = 0; number <= 200; number++) masker.learnTyped(`typed-${number}-x`);
    session.said = 'typed-0-x typed-1-x typed-200-x';
    expect((await call('browser_get_text')).data).toMatchObject({ text: 'typed-0-x ••• •••' });
  });
});
