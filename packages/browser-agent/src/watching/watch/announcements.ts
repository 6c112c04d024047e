import { rootsWithin } from '../../dom/flat-tree.js';
import { collapse, isElement } from '../../dom/nodes.js';

// Timers and marquees change all the time and announce nothing.
const LIVE = '[role="alert"], [role="status"], [role="log"], [aria-live="polite"], [aria-live="assertive"], output';
const MAX_ANNOUNCEMENTS = 5;
const MAX_LENGTH = 300;
const SHOWING = ['aria-hidden', 'class', 'hidden', 'open', 'role', 'style'];

export class Announcements {
  readonly #observer: MutationObserver;
  readonly #before = new Map<Element, string>();
  readonly #announced = new Map<Element, string>();

  constructor(document: Document) {
    this.#observer = new MutationObserver((changes) => this.#collect(changes));
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

  get shown(): ReadonlyMap<Element, string> {
    const latest = [...this.#announced].slice(-MAX_ANNOUNCEMENTS);
    return new Map(latest.filter(([region, text]) => textOf(region) === text));
  }

  latest(): string[] {
    this.#collect(this.#observer.takeRecords());
    return [...new Set(this.#announced.values())].slice(-MAX_ANNOUNCEMENTS);
  }

  #collect(changes: MutationRecord[]): void {
    const regions = new Set<Element>();
    for (const { target, addedNodes } of changes) {
      const around = (isElement(target) ? target : target.parentElement)?.closest(LIVE);
      if (around) regions.add(around);
      for (const node of addedNodes) for (const region of liveWithin(node)) regions.add(region);
      if (!around && addedNodes.length === 0) for (const region of liveWithin(target)) regions.add(region);
    }
    for (const region of regions) {
      const text = textOf(region);
      if (text !== '' && text !== this.#before.get(region)) this.#announced.set(region, text);
      // The same words are news again after others.
      this.#before.delete(region);
    }
  }
}

export function shownAlerts(document: Document): string[] {
  const alerts = [...document.querySelectorAll('[role="alert"]')].map(textOf).filter(Boolean);
  return [...new Set(alerts)].slice(0, MAX_ANNOUNCEMENTS);
}

function liveWithin(node: Node): Element[] {
  if (!isElement(node)) return [];
  return [...(node.matches(LIVE) ? [node] : []), ...node.querySelectorAll(LIVE)];
}

function textOf(region: Element): string {
  if (!region.checkVisibility()) return '';
  const text = collapse(region.textContent ?? '');
  // A long region, such as a chat, appends.
  return text.length > MAX_LENGTH ? `…${text.slice(-MAX_LENGTH)}` : text;
}
