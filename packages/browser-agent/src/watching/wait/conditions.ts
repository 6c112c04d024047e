import { BtcpError } from '@btcp/protocol';
import { whyHidden } from '../../acting/actionability/reasons.js';
import { matches } from '../../acting/actions/read.js';
import { evaluateInPage } from '../../acting/evaluate/evaluate.js';
import type { Page } from '../../acting/page/page.js';
import { describe } from '../../reading/aria/describe.js';
import { renderedText } from '../../reading/text/rendered-text.js';
import { urlMatches } from './url-pattern.js';

/** The state of an element to wait for. */
export type ElementState = 'attached' | 'detached' | 'hidden' | 'visible';

/** What to wait for. */
export interface WaitOptions {
  /** A CSS selector or ref; with `text`, where the text must be. */
  selector?: string | undefined;
  /** `visible` by default. */
  state?: ElementState | undefined;
  text?: string | undefined;
  textGone?: string | undefined;
  /** Part of the URL, a glob such as `https://shop.test/order/**`, or a regular expression such as `/id=\d+/`. */
  url?: string | RegExp | undefined;
  function?: string | (() => unknown) | undefined;
  /** Milliseconds; 15000 by default. */
  timeout?: number | undefined;
  signal?: AbortSignal | undefined;
}

export interface Condition {
  wanted: string;
  holds(page: Page): boolean | Promise<boolean>;
  found(page: Page): string;
}

const STATES = ['attached', 'detached', 'hidden', 'visible'];

export function conditionsOf(options: WaitOptions): Condition[] {
  const { selector, state, text, textGone, url, function: predicate } = options;
  const conditions: Condition[] = [];
  const scoped = text !== undefined || textGone !== undefined;
  if (selector !== undefined && (!scoped || state !== undefined))
    conditions.push(element(selector, state ?? 'visible'));
  if (text !== undefined) conditions.push(textShown(text, selector));
  if (textGone !== undefined) conditions.push(textHidden(textGone, selector));
  if (url !== undefined) conditions.push(urlIs(url));
  if (predicate !== undefined) conditions.push(truthy(predicate));
  if (conditions.length === 0) {
    throw new BtcpError('invalid_input', 'There is nothing to wait for.', {
      hint: 'Give selector, text, textGone, url or function.',
    });
  }
  return conditions;
}

function element(selector: string, state: ElementState): Condition {
  if (!STATES.includes(state)) {
    throw new BtcpError('invalid_input', `"${state}" is not a state.`, { hint: `Use ${STATES.join(', ')}.` });
  }
  const visible = (page: Page) => matches(page, selector).find((each) => whyHidden(each) === undefined);
  const met = {
    attached: (page: Page) => matches(page, selector).length > 0,
    detached: (page: Page) => matches(page, selector).length === 0,
    visible: (page: Page) => visible(page) !== undefined,
    hidden: (page: Page) => visible(page) === undefined,
  };
  return {
    wanted: `"${selector}" to be ${state}`,
    holds: met[state],
    found(page) {
      const all = matches(page, selector);
      const first = visible(page) ?? all[0];
      if (!first) return 'no element matches';
      const why = whyHidden(first);
      return `${all.length === 1 ? '' : `${all.length} match; `}${describe(first)} is ${why === undefined ? 'visible' : `hidden: ${why}`}`;
    },
  };
}

function textShown(text: string, selector?: string): Condition {
  return {
    wanted: `the text ${JSON.stringify(text)}${selector === undefined ? '' : ` in "${selector}"`}`,
    holds: (page) => visibleText(page, selector).includes(normal(text)),
    found: (page) =>
      selector !== undefined && matches(page, selector).length === 0
        ? `nothing matches "${selector}"`
        : 'it is not there',
  };
}

function textHidden(text: string, selector?: string): Condition {
  return {
    wanted: `the text ${JSON.stringify(text)} to go`,
    holds: (page) => !visibleText(page, selector).includes(normal(text)),
    found: () => 'it is still there',
  };
}

function visibleText(page: Page, selector?: string): string {
  const { body } = page.document;
  const elements = selector === undefined ? (body ? [body] : []) : matches(page, selector);
  return normal(
    elements
      .filter((each) => each.checkVisibility())
      .map(renderedText)
      .join('\n'),
  );
}

function normal(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function urlIs(pattern: string | RegExp): Condition {
  return {
    wanted: `the URL to match ${pattern}`,
    holds: (page) => urlMatches(page.document.URL, pattern),
    found: (page) => `it is ${page.document.URL}`,
  };
}

function truthy(predicate: string | (() => unknown)): Condition {
  let last: unknown;
  return {
    wanted: 'the function to return something truthy',
    async holds(page) {
      last = typeof predicate === 'function' ? await predicate() : await evaluateInPage(page.document, predicate);
      return Boolean(last);
    },
    found: () => `it last returned ${String(last)}`,
  };
}
