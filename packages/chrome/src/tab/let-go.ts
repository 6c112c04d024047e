import type { Tab } from './tab.js';

/** Ends full screen and gives the pointer back: a Chrome at a screen does that by itself on Escape. */
export function letGo(tab: Tab): void {
  // Not waited for: a frame does what it is asked in order.
  for (const agent of tab.frames.agents) agent.call('letGo').catch(() => {});
}
