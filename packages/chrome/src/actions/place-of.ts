import { within } from '../cdp/within.js';
import type { FrameAgent } from '../tab/frame-agent.js';
import type { Tab } from '../tab/tab.js';

/** A page that is busy is not waited for. */
const PATIENCE_MS = 300;

/** Where an element is found when the page is loaded anew. */
export interface Place {
  css: string;
  /** The iframes that it is in, from the outermost on, as selectors. */
  frames: string[];
}

/**
 * Runs on an element: the shortest selector that finds only it, made of what authors of pages rarely change, and the
 * same for each frame around it that its agent reads along. Names that a build or a framework has made up are passed over.
 */
const PLACE = `function () {
  const quote = (value) => JSON.stringify(value).replaceAll('\\\\n', '\\\\a ');
  const isTelling = (name) => name !== '' && name.length < 60 && !/\\d{3}|[:{}]|^[a-z]{1,2}\\d/i.test(name);
  const idOf = (element) => (isTelling(element.id) ? '#' + CSS.escape(element.id) : undefined);
  const selectorOf = (subject) => {
    const root = subject.getRootNode();
    const isOnly = (css) => {
      const found = root.querySelectorAll(css);
      return found.length === 1 && found[0] === subject && (root === document || document.querySelector(css) === null);
    };
    const tag = subject.localName;
    const id = idOf(subject);
    if (id && isOnly(id)) return id;
    for (const name of ['data-testid', 'data-test', 'data-test-id', 'data-cy', 'data-qa', 'name', 'aria-label', 'placeholder', 'title', 'alt', 'for', 'href', 'type']) {
      const value = subject.getAttribute(name);
      if (!value || value.length > 200) continue;
      const css = tag + '[' + name + '=' + quote(value) + ']';
      if (isOnly(css)) return css;
      const exact = css + '[value=' + quote(subject.getAttribute('value') ?? '') + ']';
      if (subject.hasAttribute('value') && isOnly(exact)) return exact;
    }
    let path = '';
    for (let element = subject; element; element = element.parentElement) {
      const name = element.localName;
      const alike = [...(element.parentNode?.children ?? [])].filter((each) => each.localName === name);
      const step = idOf(element) ?? (alike.length > 1 ? name + ':nth-of-type(' + (alike.indexOf(element) + 1) + ')' : name);
      path = path ? step + ' > ' + path : step;
      if (isOnly(path)) return path;
    }
    return undefined;
  };
  const frames = [];
  for (let view = this.ownerDocument.defaultView; view && view !== globalThis; view = view.parent) {
    frames.unshift(view.frameElement && selectorOf(view.frameElement));
  }
  const css = selectorOf(this);
  return css && frames.every(Boolean) ? { css, frames } : undefined;
}`;

/** How the element is found again when the page is loaded anew; undefined where nothing tells. */
export async function placeOf(tab: Tab, selector: string): Promise<Place | undefined> {
  return tab.dialog ? undefined : within(ask(tab, selector), PATIENCE_MS, () => undefined);
}

async function ask(tab: Tab, selector: string): Promise<Place | undefined> {
  try {
    const agent = tab.frames.of(selector);
    let place = await placeIn(agent, selector);
    for (let frame = tab.frames.around(agent); place && frame; frame = tab.frames.around(frame.parent)) {
      const outer = await placeIn(frame.parent, frame.owner);
      place = outer && { css: place.css, frames: [...outer.frames, outer.css, ...place.frames] };
    }
    return place;
  } catch {
    // What is wrong with the selector is told by the action.
    return undefined;
  }
}

/** As far as the agent of one frame can see. */
async function placeIn(agent: FrameAgent, selector: string): Promise<Place | undefined> {
  return (await agent.ask(selector, PLACE)) as Place | undefined;
}
