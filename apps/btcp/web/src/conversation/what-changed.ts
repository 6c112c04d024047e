import { withoutBoundary } from '../parts/format.ts';

const PAGE = /^Page: "(.*)" \S+(?: \[(\d+)\])?$/;
/** The line that repeats what was done, to what, and perhaps what it holds now. */
const DONE = /^\S.* @\w+(?:, which (.*))?\.$/;

/** What came of a call, in a few words, from what its result tells a model. */
export function whatChanged(tool: string, text: string): string {
  const lines = withoutBoundary(text)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const page = lines.map((line) => PAGE.exec(line)).findLast(Boolean);
  const said = lines.filter((line) => !PAGE.test(line));
  const [first = '', next = ''] = said;
  if (/_(?:navigate|open|back|forward|reload)$/.test(tool)) return page ? landedOn(page[1], page[2]) : first;
  if (tool.endsWith('_snapshot')) return said.length === 1 ? '1 line' : `${said.length} lines`;
  const done = DONE.exec(first);
  if (!done) return first.replace(/ \(saved as [^)]*\)/, '');
  if (done[1]) return done[1];
  if (/^[[\-+]/.test(next)) return 'the page changed';
  return next.startsWith('Nothing else was observed') ? 'nothing happened' : next.replace(/^The page went/, 'went');
}

function landedOn(title = '', status = '200'): string {
  return [title, status === '200' ? '' : `status ${status}`].filter(Boolean).join(', ');
}
