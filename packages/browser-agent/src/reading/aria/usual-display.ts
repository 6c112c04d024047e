const BLOCKS =
  'address article aside blockquote center dd div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup main nav ol p pre search section ul';
const INLINES = 'a abbr b bdi bdo cite code em i kbd label mark q s samp small span strong sub sup time u var';

/** How every browser displays a tag that no style concerns; other tags are asked. */
export const USUAL_DISPLAY: ReadonlyMap<string, string> = new Map([
  ...BLOCKS.split(' ').map((tag) => [tag, 'block'] as const),
  ...INLINES.split(' ').map((tag) => [tag, 'inline'] as const),
  ['button', 'inline-block'],
  ['li', 'list-item'],
]);

// Inside others, such as `flex` and `contents`, elements are not displayed as usual.
const ORDINARY = new Set(['block', 'flow-root', 'inline', 'inline-block', 'list-item', 'table-caption', 'table-cell']);

export function isOrdinary(display: string | undefined): boolean {
  return display !== undefined && ORDINARY.has(display);
}

// `position: relative` and `sticky` leave the display as it is.
const CHANGES_BOX = /(?:^|[ ;])(?:(?:all|display|float|visibility): |position: (?!relative|static|sticky))/;

export function mayChangeBox(cssText: string): boolean {
  return CHANGES_BOX.test(cssText);
}
