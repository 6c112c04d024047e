import { type AnswerTo, BtcpError, type TextFormat } from '@btcp/protocol';
import { frameDocument, shownFrames } from '../../dom/frames.js';
import { isTag } from '../../dom/tags.js';
import { shownValue } from '../../reading/aria/secret-fields.js';
import { locate, locateAll } from '../../reading/refs/locate.js';
import { markHidden } from '../../reading/text/mark-hidden.js';
import { toMarkdown } from '../../reading/text/markdown.js';
import { renderedText } from '../../reading/text/rendered-text.js';
import { whyHidden } from '../actionability/reasons.js';
import { readState } from '../fields/field-state.js';
import type { Page } from '../page/page.js';

export function getText(page: Page, selector: string, format: TextFormat = 'text'): AnswerTo<'getText'> {
  const element = locate(page.document, page.refs, selector);
  if (isTag(element, 'select')) {
    return { text: [...element.selectedOptions].map((option) => option.label).join(', ') };
  }
  if (isTag(element, 'input', 'textarea')) return { text: readState(element).value ?? '' };
  return textOf(page, element, format);
}

function textOf({ refs }: Page, root: Element, format: TextFormat): AnswerTo<'getText'> {
  const unread: string[] = [];
  const read = (element: Element): string => {
    const frames = shownFrames(element);
    const isMarkdown = format === 'markdown';
    const texts = [markHidden(isMarkdown ? toMarkdown(element) : renderedText(element).trim(), element)];
    for (const frame of frames) {
      const inside = frameDocument(frame)?.body;
      if (!inside) unread.push(refs.assign(frame, { role: 'iframe', name: '' }));
      // Markdown has it in its place.
      else if (!isMarkdown) texts.push(read(inside));
    }
    return texts.filter(Boolean).join('\n\n');
  };
  const text = read(root);
  return { text, ...(unread.length > 0 ? { unread } : {}) };
}

export function getAttribute(page: Page, selector: string, attribute: string): string | null {
  const element = locate(page.document, page.refs, selector);
  const value = element.getAttribute(attribute);
  return value !== null && attribute.toLowerCase() === 'value' ? shownValue(element, value) : value;
}

export function isShown(page: Page, selector: string): boolean {
  return matches(page, selector).some((element) => whyHidden(element) === undefined);
}

export function matches(page: Page, selector: string): Element[] {
  try {
    return locateAll(page.document, page.refs, selector);
  } catch (error) {
    if (BtcpError.from(error).code === 'stale_ref') return [];
    throw error;
  }
}
