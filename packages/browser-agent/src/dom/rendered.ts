/** Elements that are no part of what is shown, whatever their style. */
export const NEVER_RENDERED: ReadonlySet<string> = new Set([
  'head',
  'link',
  'meta',
  'noscript',
  'script',
  'source',
  'style',
  'template',
  'title',
  'track',
  'datalist',
  'param',
  'svg:defs',
  'svg:desc',
  'svg:metadata',
  'svg:script',
  'svg:style',
  'svg:symbol',
  'svg:title',
]);

/** Elements that a person reaches although they have no box of their own. */
export const BOXLESS: ReadonlySet<string> = new Set(['area', 'map', 'optgroup', 'option']);

/** Whether an element of this tag and `display` is shown below a parent that is. */
export function isRenderedAs(display: string | undefined, tag: string): boolean {
  return !NEVER_RENDERED.has(tag) && (display !== 'none' || BOXLESS.has(tag));
}
