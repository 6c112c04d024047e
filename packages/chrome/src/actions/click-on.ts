import { BtcpError, labelOf } from '@btcp/protocol';
import { type ClickOptions, clickAt } from '../input/mouse.js';
import { orDialog } from '../tab/or-dialog.js';
import type { Tab } from '../tab/tab.js';
import { finishIn, type Performed } from './performed.js';
import { placeAround } from './place-of.js';

// A menu that unfolds comes to rest after a few tries.
const MAX_TRIES = 3;

export async function clickOn(
  tab: Tab,
  selector: string,
  options: ClickOptions,
  signal: AbortSignal,
): Promise<Performed> {
  const link = tab.frames.of(selector);
  for (let tries = 1; ; tries++) {
    const { role, name, ref, place, x, y } = await tab.answer(async () => {
      const target = await link.call({ action: 'prepareClick', selector, isRetry: tries > 1 });
      return { ...target, ...(await tab.frames.toTab(link, target)) };
    });
    signal.throwIfAborted();
    await orDialog(tab, clickAt(tab.cdp, { x, y }, options));
    const { value: effects, state } = (await finishIn(tab, link)) ?? {};
    const element = { role, name, ref };
    if (!effects) return { acted: element, place: await placeAround(tab, link, place) };
    if (effects.obstacle === null) {
      const { obstacle: _, checked, download, ...observation } = effects;
      const acted = checked === undefined ? element : { ...element, checked };
      return { acted, download, place: await placeAround(tab, link, place), seen: { ...observation, link, state } };
    }
    if (tries === MAX_TRIES) {
      const { obstacle } = effects;
      throw new BtcpError(
        'not_actionable',
        `${labelOf(element)} moves away from the pointer: ${labelOf(obstacle)} (${obstacle.ref}) takes its place.`,
        { hint: 'Nothing was clicked. Use browser_hover on it, then click what appears.' },
      );
    }
  }
}
