import type { PageState } from 'btcp-browser-agent';
import type { CDPSession } from 'puppeteer-core';

/** Whether secrets can be anywhere: in fields, in frames, or in shadow roots, which may have either. */
const MAY_HIDE = `document.querySelector('input[type="password" i], input[autocomplete], iframe') !== null ||
  [...document.querySelectorAll('*')].some((element) => element.shadowRoot)`;
/** By the getter itself: an image of the name \`title\` would be the title otherwise. */
const TITLE = `Object.getOwnPropertyDescriptor(Document.prototype, 'title').get.call(document)`;
const FROM_OUTSIDE = `({ url: document.URL, title: ${TITLE}, mayHide: ${MAY_HIDE} })`;

/** How long a document may take to return its state; a busy one is not waited for. */
export const STATE_MS = 300;

/**
 * The state of a document that has no page script; undefined where only a page script can tell. Injecting one takes
 * longer than many a call, so it is not done only to learn that there is nothing to hide.
 */
export async function stateFromOutside(cdp: CDPSession): Promise<PageState | undefined> {
  const { result } = await cdp.send('Runtime.evaluate', { expression: FROM_OUTSIDE, returnByValue: true });
  const { url, title, mayHide } = Object(result.value);
  return typeof title === 'string' && mayHide === false ? { url, title, secrets: [] } : undefined;
}
