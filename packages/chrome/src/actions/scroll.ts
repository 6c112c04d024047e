import type { Scrolled, ScrollInput } from '@btcp/tools';
import type { Reply } from '../tab/frame-link.js';
import type { Tab } from '../tab/tab.js';
import { MAX_CHANGES } from './performed.js';
import { Quiet } from './quiet.js';

export async function scroll(tab: Tab, input: ScrollInput, signal: AbortSignal): Promise<Reply<Scrolled>> {
  const quiet = new Quiet(tab);
  try {
    const link = tab.frames.of(input.selector);
    const scrolled = await tab.answer(() => link.call({ action: 'scroll', ...input }));
    signal.throwIfAborted();
    await tab.answer(() => tab.frames.rendered()).catch(() => {});
    await quiet.reached();
    signal.throwIfAborted();
    const [remaining = scrolled.remaining, changes] = await tab
      .answer(() => Promise.all([link.call({ action: 'leftToScroll', ...input }), tab.frames.changes(MAX_CHANGES)]))
      .catch(() => []);
    return { value: { ...scrolled, remaining, changes: changes?.value ?? [] }, state: changes?.state };
  } finally {
    quiet.stop();
  }
}
