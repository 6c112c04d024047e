import { BtcpError, type ElementState, type ReadablePage } from '@btcp/protocol';
import { whyDisabled, whyHidden } from '../../acting/actionability/reasons.js';
import { boxOf } from '../../acting/actions/box.js';
import { getAttribute, getText, isShown, matches } from '../../acting/actions/read.js';
import { readState } from '../../acting/fields/field-state.js';
import { locatorOf } from '../../acting/inspecting/locator.js';
import { rulesFor, stylesOf } from '../../acting/inspecting/styles.js';
import type { Page } from '../../acting/page/page.js';
import { deepActiveElement } from '../../dom/flat-tree.js';
import { locate } from '../../reading/refs/locate.js';

const MAX_HTML = 2_000_000;

/** The document that this code runs in, for reading commands. */
export function documentPage(page: Page): ReadablePage {
  const find = (selector: string) => locate(page.document, page.refs, selector);
  return {
    text: (selector, format) => getText(page, selector, format),
    attribute: (selector, name) => getAttribute(page, selector, name),
    html: (selector) => htmlOf(find(selector)),
    value: (selector) => heldBy(find(selector)),
    count: (selector) => matches(page, selector).length,
    isVisible: (selector) => isShown(page, selector),
    state: (selector) => stateOf(page.document, find(selector)),
    box: (selector) => boxOf(page, selector),
    place: (selector) => {
      const { x, y, width, height } = find(selector).getBoundingClientRect();
      return { x, y, width, height };
    },
    styles: (selector, names = []) => stylesOf(find(selector), names),
    rules: (selector) => rulesFor(find(selector)),
    locator: (selector) => locatorOf(page, find(selector)),
  };
}

function htmlOf({ outerHTML }: Element): string {
  return outerHTML.length > MAX_HTML ? `${outerHTML.slice(0, MAX_HTML)}…` : outerHTML;
}

function heldBy(element: Element): string {
  const { value, checked } = readState(element);
  if (value !== undefined) return value;
  if (checked !== undefined) return String(checked);
  throw new BtcpError('not_actionable', 'The element has no value.', { hint: 'browser_get_text reads its text.' });
}

function stateOf(document: Document, element: Element): ElementState {
  const { checked } = readState(element);
  return {
    visible: whyHidden(element) === undefined,
    enabled: whyDisabled(element) === undefined,
    focused: deepActiveElement(document) === element,
    ...(checked === undefined ? {} : { checked }),
  };
}
