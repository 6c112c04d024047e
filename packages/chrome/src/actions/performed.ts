import type { ActionAnswer, ElementPlace } from '@btcp/protocol';
import type { FinishedAction } from 'btcp-browser-agent';
import type { FrameLink, Reply } from '../tab/frame-link.js';
import type { FrameObservation } from '../tab/frames.js';
import type { Tab } from '../tab/tab.js';

export const MAX_CHANGES = 2_000;

export interface Performed {
  acted: ActionAnswer;
  place?: ElementPlace | undefined;
  seen?: FrameObservation | undefined;
  /** The file that the browser asks for, without a word to the page until its server answers. */
  download?: string | undefined;
}

export async function finishIn(tab: Tab, link: FrameLink): Promise<Reply<FinishedAction> | undefined> {
  try {
    return await tab.answer(() => link.ask({ action: 'finishAction', maxSize: MAX_CHANGES }));
  } catch {
    return undefined;
  }
}
