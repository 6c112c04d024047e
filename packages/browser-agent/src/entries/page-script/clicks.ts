import type { ElementInfo, ElementPlace } from '@btcp/protocol';
import type { ActionNeeds } from '../../acting/actionability/assert-actionable.js';
import { PressGuard } from '../../acting/actionability/press-guard.js';
import { inPage } from '../../acting/actionability/spot.js';
import { isMoving, whenActionable, whenStill } from '../../acting/actionability/when-actionable.js';
import { checkedState } from '../../acting/fields/field-state.js';
import type { Page } from '../../acting/page/page.js';
import { infoOf } from '../../reading/refs/element-info.js';
import { placeOf } from '../../reading/refs/place-of.js';
import type { FinishedAction, PointerTarget } from './commands.js';
import type { Watcher } from './watcher.js';

const TWO_STATES = new Set(['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio']);

// An engine waits at most this long for the network after a click.
const WATCH_MS = 15_000;

export class Clicks {
  readonly #page: Page;
  readonly #watcher: Watcher;
  #guard: PressGuard | undefined;
  #clicked: { element: Element; role: string } | undefined;

  constructor(page: Page, watcher: Watcher) {
    this.#page = page;
    this.#watcher = watcher;
  }

  async target(element: Element, needs: ActionNeeds, isRetry = false): Promise<PointerTarget> {
    const info = infoOf(this.#page.refs, element);
    // The guard withholds a press that would miss, so that a press need not wait for a frame to see what moves.
    const isGuarded = needs.press && !isRetry;
    const spot = await (isGuarded && !isMoving(element) ? whenActionable : whenStill)(this.#page, element, needs);
    this.#guard?.stop();
    this.#guard = needs.press ? new PressGuard(this.#page, element) : undefined;
    const { x, y, width, height } = element.getBoundingClientRect();
    const corner = inPage(this.#page, element, { x, y });
    return { ...info, ...inPage(this.#page, element, spot), rect: { ...corner, width, height } };
  }

  pressed(): ElementInfo | null {
    const other = this.#guard?.stop();
    this.#guard = undefined;
    return other ? infoOf(this.#page.refs, other) : null;
  }

  async prepare(element: Element, isRetry: boolean): Promise<PointerTarget & { place?: ElementPlace }> {
    const place = placeOf(this.#page.document, element);
    const target = await this.target(element, { press: true }, isRetry);
    this.#watcher.beginPress();
    this.#clicked = { element, role: target.role };
    return place ? { ...target, place } : target;
  }

  async finish(maxSize: number): Promise<FinishedAction> {
    const isFollowed = this.#guard?.isFollowed ?? false;
    const obstacle = this.pressed();
    if (obstacle) return { obstacle };
    await this.#watcher.rendered();
    const { element, role = '' } = this.#clicked ?? {};
    const checked = element?.isConnected && TWO_STATES.has(role) ? checkedState(element) : undefined;
    const observed = this.#watcher.observe(maxSize);
    this.#watcher.endWithin(WATCH_MS);
    const download = isFollowed && element ? downloadOf(element) : undefined;
    return {
      ...observed,
      obstacle: null,
      ...(checked === undefined ? {} : { checked }),
      ...(download === undefined ? {} : { download }),
    };
  }
}

function downloadOf(element: Element): string | undefined {
  const link = element.closest<HTMLAnchorElement>('a[download]');
  return link && /^https?:/.test(link.href) ? link.href : undefined;
}
