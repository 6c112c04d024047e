import type { ActionAnswer, ElementPlace } from '@btcp/protocol';
import type { ClickEffects } from 'btcp-browser-agent';
import type { FrameLink, Reply } from '../tab/frame-link.js';
import type { FrameObservation } from '../tab/frames.js';
import type { Tab } from '../tab/tab.js';

/** How many characters of changes come with a result; a snapshot has the rest. */
export const MAX_CHANGES = 2_000;

/** What an action was done to, and what is known of its effects already. */
export interface Performed {
  acted: ActionAnswer;
  place?: ElementPlace | undefined;
  /** Effects in the frame that was acted in, where they came with the action. */
  seen?: FrameObservation | undefined;
}

/** Lets a frame render what an action set off, and observes it; undefined where the action led away or to a dialog. */
export async function finishIn(tab: Tab, link: FrameLink): Promise<Reply<ClickEffects> | undefined> {
  try {
    return await tab.answer(() => link.ask({ action: 'finishClick', maxSize: MAX_CHANGES }));
  } catch {
    return undefined;
  }
}
