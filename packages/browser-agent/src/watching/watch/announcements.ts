import { rootsWithin } from '../../dom/flat-tree.js';
import { collapse, isElement } from '../../dom/nodes.js';

/** Parts of a page that speak up by themselves. Timers and marquees do so all the time, and say nothing new. */
const LIVE = '[role="alert"], [role="status"], [role="log"], [aria-live="polite"], [aria-live="assertive"], output';
const MOST = 5;
const LONGEST = 300;
/** Changes of these may show a region that was there already. */
const SHOWING = ['aria-hidden', 'class', 'hidden', 'open', 'role', 'style'];

/** Listens to the live regions of a page, also to those that come and go while it listens. */
export class Announcements {
  readonly #observer: MutationObserver;
  /** What each region said when the listening began. */
  readonly #before = new Map<Element, string>();
  /** The last that each region has said since. */
  readonly #said = new Map<Element, string>();

  constructor(document: Document) {
    this.#observer = new MutationObserver((changes) => this.#hear(changes));
    for (const root of rootsWithin(document)) {
      for (const region of root.querySelectorAll(LIVE)) this.#before.set(region, textOf(region));
      this.#observer.observe(root, {
        attributeFilter: SHOWING,
        characterData: true,
        childList: true,
        subtree: true,
      });
    }
  }

  stop(): void {
    this.#observer.disconnect();
  }

  /** The latest announcements so far. */
  heard(): string[] {
    this.#hear(this.#observer.takeRecords());
    return [...new Set(this.#said.values())].slice(-MOST);
  }

  #hear(changes: MutationRecord[]): void {
    const regions = new Set<Element>();
    for (const { target, addedNodes } of changes) {
      const around = (isElement(target) ? target : target.parentElement)?.closest(LIVE);
      if (around) regions.add(around);
      for (const node of addedNodes) for (const region of liveWithin(node)) regions.add(region);
      if (!around && addedNodes.length === 0) for (const region of liveWithin(target)) regions.add(region);
    }
    for (const region of regions) {
      const text = textOf(region);
      if (text !== '' && text !== this.#before.get(region)) this.#said.set(region, text);
      // The same words once more are news again after others.
      this.#before.delete(region);
    }
  }
}

/** The alerts that a document shows. */
export function shownAlerts(document: Document): string[] {
  const alerts = [...document.querySelectorAll('[role="alert"]')].map(textOf).filter(Boolean);
  return [...new Set(alerts)].slice(0, MOST);
}

function liveWithin(node: Node): Element[] {
  if (!isElement(node)) return [];
  return [...(node.matches(LIVE) ? [node] : []), ...node.querySelectorAll(LIVE)];
}

/** Empty for a region that is not shown: it says nothing then. */
function textOf(region: Element): string {
  if (!region.checkVisibility()) return '';
  const text = collapse(region.textContent ?? '');
  // The news of a long one, such as a chat, comes last.
  return text.length > LONGEST ? `…${text.slice(-LONGEST)}` : text;
}
