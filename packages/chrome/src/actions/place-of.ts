import { type ElementPlace, within } from '@btcp/protocol';
import type { FrameLink } from '../tab/frame-link.js';
import type { Tab } from '../tab/tab.js';

const PLACE_MS = 3_000;

export async function placeOf(tab: Tab, selector: string): Promise<ElementPlace | undefined> {
  if (tab.dialog) return undefined;
  const asked = async () => {
    const link = tab.frames.of(selector);
    return placeAround(tab, link, (await link.call({ action: 'place', selector })) ?? undefined);
  };
  const place = asked().catch(() => undefined);
  return within(place, PLACE_MS, () => undefined);
}

export async function placeAround(
  tab: Tab,
  link: FrameLink,
  inside: ElementPlace | undefined,
): Promise<ElementPlace | undefined> {
  let place = inside;
  for (let frame = tab.frames.around(link); place && frame; frame = tab.frames.around(frame.parent)) {
    const outer = await frame.parent.call({ action: 'place', selector: frame.owner }).catch(() => null);
    place = outer ? { css: place.css, frames: [...outer.frames, outer.css, ...place.frames] } : undefined;
  }
  return place;
}
