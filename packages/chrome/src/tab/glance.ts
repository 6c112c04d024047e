import type { Glance } from 'btcp-browser-agent';
import type { CDPSession } from 'puppeteer-core';

/** Whether what is to be hidden can be anywhere: in fields, in frames, or in shadow roots, which may have either. */
const MAY_HIDE = `document.querySelector('input[type="password" i], input[autocomplete], iframe') !== null ||
  [...document.querySelectorAll('*')].some((element) => element.shadowRoot)`;
/** By the getter itself: an image of the name \`title\` would be the title otherwise. */
const TITLE = `Object.getOwnPropertyDescriptor(Document.prototype, 'title').get.call(document)`;
const FROM_OUTSIDE = `({ title: ${TITLE}, mayHide: ${MAY_HIDE} })`;

/**
 * A glance at a document that has no agent; undefined where only an agent can tell. To give the page its agent takes
 * longer than many a call, so that is not done only to hear that there is nothing to hide.
 */
export async function glanceFromOutside(cdp: CDPSession): Promise<Glance | undefined> {
  const { result } = await cdp.send('Runtime.evaluate', { expression: FROM_OUTSIDE, returnByValue: true });
  const { title, mayHide } = Object(result.value);
  return typeof title === 'string' && mayHide === false ? { title, passwords: [] } : undefined;
}

/**
 * Keeps the glance that came with an answer for whoever got that answer. They ask in the same turn, which ends before
 * the next message of Chrome is handled; later the page may be another.
 */
export class KeptGlance {
  #glance: Promise<Glance | undefined> | undefined;

  keep(glance: Promise<Glance | undefined>): void {
    this.#glance = glance;
    process.nextTick(() => {
      if (this.#glance === glance) this.#glance = undefined;
    });
  }

  take(): Promise<Glance | undefined> | undefined {
    const glance = this.#glance;
    this.#glance = undefined;
    return glance;
  }
}
