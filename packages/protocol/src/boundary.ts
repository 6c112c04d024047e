const BOUNDARY = /<\/?untrusted \d+>/;
const BOUNDARIES = new RegExp(`${BOUNDARY.source}\n?`, 'g');
const BOUNDARY_LINE = new RegExp(`^${BOUNDARY.source}$`);

/** Returns the lines before and after the words of a page in a result. */
export function boundaryLines(number: string): { begin: string; end: string } {
  return { begin: `<untrusted ${number}>`, end: `</untrusted ${number}>` };
}

/** Whether a line of a result only marks the words of a page. */
export function isBoundaryLine(line: string): boolean {
  return BOUNDARY_LINE.test(line);
}

/** Returns the text of a result for a person, without the lines that mark the words of a page. */
export function withoutBoundary(text: string): string {
  return text.replaceAll(BOUNDARIES, '').trim();
}
