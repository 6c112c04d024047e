import { BtcpError } from '@btcp/tools';

const MARKS = ['exclusive', 'open', 'execute', 'snapshot'];

/** Rejects a bad source early, because the first call would fail with a less helpful error. */
export function assertSource(source: unknown): void {
  const given = Object(source);
  if (MARKS.some((mark) => mark in given)) return;
  throw new BtcpError('invalid_input', source === undefined ? 'There is no agent.' : 'The agent is not a browser.', {
    hint: 'Pass a browser of createBrowser() or a BrowserAgent as agent; await it where it is a promise.',
  });
}
