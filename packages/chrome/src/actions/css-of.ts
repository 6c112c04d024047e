import type { Tab } from '../tab.js';
import { within } from '../within.js';

/** A page that is busy is not waited for. */
const PATIENCE_MS = 300;

/**
 * Runs on an element: the shortest selector that finds only it, made of what authors of pages rarely change. Names that
 * a build or a framework has made up are passed over.
 */
const SELECTOR = `function () {
  const root = this.getRootNode();
  const page = globalThis.top === globalThis ? document : undefined;
  const quote = (value) => JSON.stringify(value).replaceAll('\\\\n', '\\\\a ');
  const isOnly = (css) => {
    const found = root.querySelectorAll(css);
    return found.length === 1 && found[0] === this && (root === page || page?.querySelector(css) === null);
  };
  const isTelling = (name) => name !== '' && name.length < 60 && !/\\d{3}|[:{}]|^[a-z]{1,2}\\d/i.test(name);
  const idOf = (element) => (isTelling(element.id) ? '#' + CSS.escape(element.id) : undefined);
  const tag = this.localName;
  const id = idOf(this);
  if (id && isOnly(id)) return id;
  for (const name of ['data-testid', 'data-test', 'data-test-id', 'data-cy', 'data-qa', 'name', 'aria-label', 'placeholder', 'title', 'alt', 'for', 'href', 'type']) {
    const value = this.getAttribute(name);
    if (!value || value.length > 200) continue;
    const css = tag + '[' + name + '=' + quote(value) + ']';
    if (isOnly(css)) return css;
    const exact = css + '[value=' + quote(this.getAttribute('value') ?? '') + ']';
    if (this.hasAttribute('value') && isOnly(exact)) return exact;
  }
  let path = '';
  for (let element = this; element; element = element.parentElement) {
    const name = element.localName;
    const alike = [...(element.parentNode?.children ?? [])].filter((each) => each.localName === name);
    const step = idOf(element) ?? (alike.length > 1 ? name + ':nth-of-type(' + (alike.indexOf(element) + 1) + ')' : name);
    path = path ? step + ' > ' + path : step;
    if (isOnly(path)) return path;
  }
  return undefined;
}`;

/** A CSS selector that finds the element again when the page is loaded anew; undefined where there is none. */
export async function cssOf(tab: Tab, selector: string): Promise<string | undefined> {
  return tab.dialog ? undefined : within(ask(tab, selector), PATIENCE_MS, () => undefined);
}

async function ask(tab: Tab, selector: string): Promise<string | undefined> {
  try {
    const agent = tab.frames.of(selector);
    // Selectors are looked up in the main frame and what it can read.
    if (agent !== tab.frames.main) return undefined;
    const css = await agent.ask(selector, SELECTOR);
    return typeof css === 'string' ? css : undefined;
  } catch {
    // What is wrong with the selector is told by the action.
    return undefined;
  }
}
