import { BtcpError, type RefInfo } from '@btcp/protocol';
import { rootsWithin } from '../../dom/flat-tree.js';
import { Reading } from '../aria/reading.js';
import { mention } from './element-info.js';
import { controlsIn, nearestElements } from './nearest.js';
import type { RefTable } from './refs.js';
import { semanticMatches } from './semantic-selector.js';

const MAX_MENTIONED = 8;

export function locate(document: Document, refs: RefTable, selector: string): Element {
  const matches = locateAll(document, refs, selector);
  const [first] = matches;
  if (!first) throw notFound(document, refs, selector);
  if (matches.length === 1) return first;
  const visible = matches.filter(hasVisibleBox);
  const [firstVisible] = visible;
  if (firstVisible && visible.length === 1) return firstVisible;
  const reading = new Reading(document);
  const listed = (firstVisible ? visible : matches)
    .slice(0, MAX_MENTIONED)
    .map((element) => mention(refs, element, reading));
  const extent = firstVisible
    ? `${visible.length} visible elements`
    : `${matches.length} elements, all of them hidden,`;
  throw new BtcpError(
    'ambiguous',
    `${extent} match "${selector}": ${listed.join(', ')}${matches.length > MAX_MENTIONED ? ', …' : ''}.`,
    {
      hint: 'Use the ref of the one you mean, or a narrower selector.',
    },
  );
}

/** Searches shadow roots and frames only if the document has no match. */
export function locateAll(document: Document, refs: RefTable, selector: string): Element[] {
  if (typeof selector !== 'string' || selector.trim() === '') throw invalidSelector(selector);
  const nth = readNth(selector);
  if (nth) return locateAll(document, refs, nth.selector).slice(nth.index).slice(0, 1);
  const byRef = refs.lookUp(selector, (info) => alike(document, refs, info));
  if (byRef) return [byRef];
  const semantic = semanticMatches(document, selector);
  if (semantic) return semantic;
  try {
    const matches = [...document.querySelectorAll(selector)];
    if (matches.length > 0) return matches;
  } catch (cause) {
    throw invalidSelector(selector, cause, nearest(document, refs, selector));
  }
  return [...rootsWithin(document)].flatMap((root) => [...root.querySelectorAll(selector)]);
}

// `li >> nth=2` is the third match, and `li >> nth=-1` the last one.
function readNth(selector: string): { selector: string; index: number } | undefined {
  const at = selector.lastIndexOf('>>');
  const [, index] = /^\s*nth\s*=\s*(-?\d+)\s*$/.exec(selector.slice(at + 2)) ?? [];
  return at === -1 || index === undefined ? undefined : { selector: selector.slice(0, at), index: Number(index) };
}

function alike(document: Document, refs: RefTable, { role, name }: RefInfo): string[] {
  if (name === '') return [];
  const reading = new Reading(document);
  return controlsIn(document)
    .filter((element) => reading.role(element) === role && reading.name(element, role) === name)
    .filter(hasVisibleBox)
    .slice(0, MAX_MENTIONED)
    .map((element) => mention(refs, element, reading));
}

// Must be fast, because many elements may match.
function hasVisibleBox(element: Element): boolean {
  const boxes = [...element.getClientRects()];
  return (
    boxes.some(({ width, height }) => width > 0 && height > 0) && element.checkVisibility({ visibilityProperty: true })
  );
}

function invalidSelector(selector: unknown, cause?: unknown, near = ''): BtcpError {
  return new BtcpError('invalid_selector', `${JSON.stringify(selector)} is not a valid CSS selector or ref.${near}`, {
    hint: 'Use a ref such as @e3 from a snapshot, a CSS selector such as #login button, or text=Save, role=button[name="Save"], label=, placeholder=, alt=, title= or testid=; add >> nth=0 for the first of several.',
    cause,
  });
}

function notFound(document: Document, refs: RefTable, selector: string): BtcpError {
  const unread = [...rootsWithin(document)]
    .flatMap((root) => [...root.querySelectorAll('iframe')])
    .filter((frame) => !frame.contentDocument).length;
  const frames = unread === 1 ? ' 1 frame of another origin' : ` ${unread} frames of other origins`;
  const message = `Selector '${selector}' not found.${nearest(document, refs, selector)}${unread > 0 ? `${frames} cannot be searched.` : ''}`;
  const inside = unread > 0 ? ', also in frames, and use a ref from it' : '';
  return new BtcpError('not_found', message, { hint: `Take a snapshot to see what is on the page${inside}.` });
}

function nearest(document: Document, refs: RefTable, selector: string): string {
  const reading = new Reading(document);
  const elements = nearestElements(document, selector).map((element) => mention(refs, element, reading));
  return elements.length > 0 ? ` Nearest: ${elements.join(', ')}.` : '';
}
