import type { Acted, ActionOutcome, Effects } from '@btcp/tools';
import type { Tab } from '../tab.js';
import type { Tabs } from '../tabs.js';
import { Quiet } from './quiet.js';

/** How much of what has changed is told with the result; a snapshot has the rest. */
const MOST_CHANGES = 2_000;

/** Does something to the page, waits until it has had its effect, and tells what that was. */
export async function perform(tabs: Tabs, tab: Tab, act: () => Promise<Acted>): Promise<ActionOutcome> {
  tab.assertFree();
  const { url } = tab.document;
  const visits = tab.document.visits;
  const before = new Set((await tabs.all()).map(({ id }) => id));
  const quiet = new Quiet(tab);
  const acted = await act().catch((thrown) => {
    quiet.stop();
    throw thrown;
  });
  const waited = await quiet.reached();
  await tabs.ready();
  tab.assertNotLost();

  const effects: Effects = { waited };
  if (tab.document.visits !== visits || tab.document.url !== url) effects.navigated = tab.document.url;
  if (tab.dialog) effects.dialog = tab.dialog;
  const opened = (await tabs.list()).filter(({ id }) => !before.has(id));
  if (opened.length > 0) effects.openedTabs = opened;
  const changes = tab.dialog ? undefined : await changesSinceLastLook(tab);
  if (changes !== undefined) effects.changes = changes;
  return { acted, effects };
}

/** What the page shows now and did not when the agent last looked. Without an earlier look there is nothing to compare. */
async function changesSinceLastLook(tab: Tab): Promise<string | undefined> {
  try {
    return (await tab.answer(() => tab.frames.main.read('changes', MOST_CHANGES))) || undefined;
  } catch {
    // The action was done whether or not the page can still be read.
    return undefined;
  }
}
