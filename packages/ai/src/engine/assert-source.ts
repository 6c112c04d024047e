import { BtcpError } from '@btcp/tools';

const MARKS = ['exclusive', 'open', 'execute', 'snapshot'];

/** Refuses at once what nothing could be driven with; the first call would fail with less to go by. */
export function assertSource(source: unknown): void {
  const given = Object(source);
  if (MARKS.some((mark) => mark in given)) return;
  throw new BtcpError('invalid_input', source === undefined ? 'There is no agent.' : 'The agent is no browser.', {
    hint: 'Pass a browser of createBrowser() or a BrowserAgent as agent; await it where it is a promise.',
  });
}
