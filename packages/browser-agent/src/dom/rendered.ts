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

/** A person reaches these elements although they have no box. */
export const BOXLESS: ReadonlySet<string> = new Set(['area', 'map', 'optgroup', 'option']);

export function isRenderedAs(display: string | undefined, tag: string): boolean {
  return !NEVER_RENDERED.has(tag) && (display !== 'none' || BOXLESS.has(tag));
}
