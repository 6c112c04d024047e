import type { BoxAnswer } from '@btcp/protocol';
import { locate } from '../../reading/refs/locate.js';
import { assertVisible } from '../actionability/assert-actionable.js';
import { inPage } from '../actionability/spot.js';
import type { Page } from '../page/page.js';

export function boxOf(page: Page, selector: string): BoxAnswer {
  const element = locate(page.document, page.refs, selector);
  assertVisible(element);
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const { x, y, width, height } = element.getBoundingClientRect();
  return { ...inPage(page, element, { x, y }), width, height };
}
