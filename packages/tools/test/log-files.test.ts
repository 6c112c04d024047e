import { expect, test } from 'vitest';
import { talkingBrowser } from './talking-browser.ts';

const LONG = `https://a.test/${'long/'.repeat(1_000)}end`;

test.each(['browser_recent_network_requests', 'browser_get_network_sources', 'browser_recent_console_logs'])(
  '%s puts what is too long to show into a file, whole',
  async (name) => {
    const { session, call } = talkingBrowser();
    session.said = LONG;
    const { data, text, files } = await call(name);
    expect(data).toMatchObject({ file: '/files/1' });
    expect(session.files).toHaveLength(1);
    expect(session.files[0]).toContain(LONG);
    expect(text).toContain('cat /files/1');
    expect(text).not.toContain(LONG);
    expect(files).toMatchObject([{ path: '/files/1', mimeType: 'text/plain' }]);
  },
);

test.each(['browser_recent_network_requests', 'browser_get_network_sources', 'browser_recent_console_logs'])(
  '%s shows a short log itself',
  async (name) => {
    const { session, call } = talkingBrowser();
    session.said = 'https://a.test/short';
    const { data, text } = await call(name);
    expect(data).toMatchObject({ file: null });
    expect(text).toContain('https://a.test/short');
    expect(session.files).toEqual([]);
  },
);
