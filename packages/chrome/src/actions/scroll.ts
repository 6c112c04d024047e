import type { Scrolled, ScrollInput } from '@btcp/tools';
import type { Tab } from '../tab/tab.js';
import { MOST_CHANGES } from './effect-watch.js';
import { Quiet } from './quiet.js';

/** Scrolls, and waits for what pages load when their end comes into view: there is more to go then, and more to read. */
export async function scroll(
  tab: Tab,
  input: ScrollInput,
  signal: AbortSignal,
): Promise<Omit<Scrolled, 'changes'> & { changes?: string }> {
  const quiet = new Quiet(tab);
  try {
    const agent = tab.frames.of(input.selector);
    const scrolled = await tab.answer(() => agent.call('scroll', input));
    signal.throwIfAborted();
    await quiet.reached();
    signal.throwIfAborted();
    // That it cannot be told, because of a dialog for one, is told by the page line.
    const [remaining = scrolled.remaining, changes = ''] = await tab
      .answer(() => Promise.all([agent.call('leftToScroll', input), tab.frames.changes(MOST_CHANGES)]))
      .catch(() => []);
    return { ...scrolled, remaining, ...(changes ? { changes } : {}) };
  } finally {
    quiet.stop();
  }
}
