import type { Snapshot } from '@btcp/protocol';
import type { FindInput, Found } from '../port/browser-session.js';

// TODO: goes when page scripts and BrowserAgent answer `find`.

/** A line of a snapshot up to its own ref: what a page says stands in quotes before that, or after it. */
const LINE = /^ *- ([^ "[]+(?: "(?:[^"\\]|\\.)*")?(?: \[(?:[^"\]]|"(?:[^"\\]|\\.)*")*\])*? \[ref=([a-z0-9]+)\].*)$/;

/** How a snapshot is asked for that has every match and nothing else. */
export function searchOptions({ limit: _, ...wanted }: FindInput) {
  return { ...wanted, header: false, maxSize: 5_000_000 };
}

/** The matches in a snapshot that was asked for with `searchOptions`. */
export function findInSnapshot({ tree, refs }: Snapshot, { role: wantedRole, limit = 20 }: FindInput): Found {
  const matches = tree.split('\n').flatMap((text) => {
    const [, line = '', name = ''] = LINE.exec(text) ?? [];
    const ref = `@${name}`;
    const info = refs[ref];
    // The line of a frame is only where its matches stand, unless it was asked for.
    if (line === '' || (info?.role === 'iframe' && wantedRole !== 'iframe')) return [];
    return [{ role: info?.role ?? '', name: info?.name ?? '', ref, line }];
  });
  return { matches: matches.slice(0, limit), more: Math.max(0, matches.length - limit) };
}
