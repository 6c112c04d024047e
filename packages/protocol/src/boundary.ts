/** The lines around the words of a page, in the text of a result. */
const BOUNDARY = /<\/?untrusted \d+>\n?/g;

/** The text of a result for a person, without the lines that mark the words of a page. */
export function withoutBoundary(text: string): string {
  return text.replaceAll(BOUNDARY, '').trim();
}
