import type { ActionAnswer, ElementPlace } from '@btcp/protocol';
import type { FinishedAction } from 'btcp-browser-agent';
import type { FrameLink, Reply } from '../tab/frame-link.js';
import type { FrameObservation } from '../tab/frames.js';
import type { Tab } from '../tab/tab.js';

/** Characters of changes in a result. */
export const MAX_CHANGES = 2_000;

/** What an action was done to, and what is known of its effects already. */
export interface Performed {
  acted: ActionAnswer;
  place?: ElementPlace | undefined;
  seen?: FrameObservation | undefined;
}

/** Renders and observes one frame; undefined where the page left or a dialog opened. */
export async function finishIn(tab: Tab, link: FrameLink): Promise<Reply<FinishedAction> | undefined> {
  try {
    return await tab.answer(() => link.ask({ action: 'finishAction', maxSize: MAX_CHANGES }));
  } catch {
    return undefined;
  }
}
