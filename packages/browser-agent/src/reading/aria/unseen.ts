/** Why nobody sees the text of an element: `gone` with all that is in it, `cut` unless that is placed elsewhere, `own` text only. */
export type Unseen = '' | 'gone' | 'cut' | 'own';

const MIN_OPACITY = 0.05;
const MIN_FONT_PIXELS = 2;
const MIN_INDENT_PIXELS = -500;

// Declarations that hide text, or may: false alarms cost a look at the element.
const SUSPECT = new RegExp(
  [
    'opacity: (?:0|\\.0|var|calc)',
    'font(?:-size)?:[^;]*(?:\\b0(?:\\.\\d+)?(?:[a-z]+|%)?\\b|\\b1(?:\\.\\d+)?px|var\\(|calc\\()',
    'filter:[^;]*opacity',
    'clip(?:-path)?: [^n]',
    'text-indent: (?:-|var|calc)',
    '(?:transform|translate|scale|zoom): [^n]',
    '(?:left|top|right|bottom|inset[a-z-]*|margin[a-z-]*):[^;]*(?:-\\d{3,}|-\\d+%|\\d{4,}|-\\d+[a-z]*[vr]|var\\(|calc\\()',
    '(?:width|height): (?:0|1px|\\.|var|calc)',
    'color: (?:transparent|[a-z]+\\([^)]*[,/] ?0\\))',
  ].join('|'),
);

/** Whether a declaration block may hide text; most do not, and their elements are not asked. */
export function mayHideText(cssText: string): boolean {
  return SUSPECT.test(cssText);
}

/** Returns why nobody sees the text of an element that a suspicious rule concerns, or that is in one. */
export function unseenAs(element: Element, style: CSSStyleDeclaration, above: Unseen): Unseen {
  if (above === 'gone') return 'gone';
  const isPlaced = style.position === 'absolute' || style.position === 'fixed';
  if (above === 'cut' && !isPlaced) return 'cut';
  if (Number(style.opacity) < MIN_OPACITY || /opacity\(0?(?:\.0\d*)?%?\)/.test(style.filter)) return 'gone';
  const box = boxOf(element, style, isPlaced);
  if (isClipped(style, isPlaced, box)) return 'gone';
  if (box && (isFlat(element, style, box) || isAway(element, box))) return 'cut';
  if (Number.parseFloat(style.textIndent) <= MIN_INDENT_PIXELS) return 'cut';
  return Number.parseFloat(style.fontSize) < MIN_FONT_PIXELS || isTransparent(style) ? 'own' : '';
}

// Reading the box of an element may lay the page out.
function boxOf(element: Element, style: CSSStyleDeclaration, isPlaced: boolean): DOMRect | undefined {
  const mayBeElsewhere =
    isPlaced ||
    style.overflowX !== 'visible' ||
    style.position !== 'static' ||
    style.transform !== 'none' ||
    style.translate !== 'none' ||
    style.scale !== 'none' ||
    style.clipPath !== 'none' ||
    /-\d{3}/.test(style.margin);
  return mayBeElsewhere ? element.getBoundingClientRect() : undefined;
}

function isClipped({ clip, clipPath }: CSSStyleDeclaration, isPlaced: boolean, box: DOMRect | undefined): boolean {
  if (isPlaced && clip !== 'auto') {
    const [top = 0, right = 0, bottom = 0, left = 0] = (clip.match(/-?[\d.]+/g) ?? []).map(Number);
    if (!clip.includes('auto') && (bottom - top <= 1 || right - left <= 1)) return true;
  }
  if (clipPath === 'none' || !box) return false;
  if (/^(?:circle|ellipse)\(0(?![.\d]*[1-9])/.test(clipPath)) return true;
  const inset = /^inset\(([^)]*?)(?: round.*)?\)$/.exec(clipPath)?.[1];
  return inset === undefined ? isLine(clipPath) : leavesNothing(inset, box);
}

function leavesNothing(inset: string, { width, height }: DOMRect): boolean {
  const [top = '0', right = top, bottom = top, left = right] = inset.split(' ');
  const cut = (part: string, size: number) => Number.parseFloat(part) * (part.endsWith('%') ? size / 100 : 1) || 0;
  return cut(top, height) + cut(bottom, height) >= height - 1 || cut(left, width) + cut(right, width) >= width - 1;
}

function isLine(clipPath: string): boolean {
  const points = /^polygon\((?:\w+, )?(.*)\)$/
    .exec(clipPath)?.[1]
    ?.split(', ')
    .map((point) => point.split(' '));
  return !!points && [0, 1].some((axis) => new Set(points.map((point) => point[axis])).size === 1);
}

function isFlat(
  element: Element,
  { overflowX, overflowY, transform, scale }: CSSStyleDeclaration,
  box: DOMRect,
): boolean {
  // What these two clip is the window.
  if (element === element.ownerDocument.documentElement || element === element.ownerDocument.body) return false;
  const { width, height } = box;
  if ((width <= 1 && overflowX !== 'visible') || (height <= 1 && overflowY !== 'visible')) return true;
  return width <= 1 && height <= 1 && (transform !== 'none' || scale !== 'none');
}

// Where nobody can scroll to.
function isAway({ ownerDocument: { documentElement, defaultView } }: Element, box: DOMRect): boolean {
  if ((box.width === 0 && box.height === 0) || !defaultView) return false;
  const { scrollX, scrollY } = defaultView;
  const isBefore = box.right + scrollX <= 0 && getComputedStyle(documentElement).direction !== 'rtl';
  return isBefore || box.bottom + scrollY <= 0 || box.left + scrollX >= documentElement.scrollWidth;
}

function isTransparent({ color, webkitTextFillColor, backgroundClip }: CSSStyleDeclaration): boolean {
  const isClear = (value: string) => /^rgba\(.*, 0\)$|^transparent$|\/ 0\)$/.test(value);
  return isClear(webkitTextFillColor || color) && !backgroundClip.includes('text');
}
