const BOUNDARY = /<\/?untrusted \d+>\n?/g;

/** Returns the text of a result for a person, without the lines that mark the words of a page. */
export function withoutBoundary(text: string): string {
  return text.replaceAll(BOUNDARY, '').trim();
}
