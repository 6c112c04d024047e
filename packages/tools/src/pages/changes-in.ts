import { type PageChanges, WHOLE_PAGE } from '@btcp/protocol';

// TODO: goes when engines get changes as data.

const FRAME = /^In the iframe (@\S+):\n/;
const CHANGED = /^[-+] (.*\[ref=([a-z0-9]+)\])/;

/** The changes behind their text. */
export function changesIn(text: string): PageChanges[] {
  return text.split(/\n(?=In the iframe @\S+:\n)/).map((part) => {
    const [where = '', frame] = FRAME.exec(part) ?? [];
    const body = part.slice(where.length);
    const only = onlyValueOf(body);
    return {
      kind: body.startsWith(WHOLE_PAGE) ? ('page' as const) : ('lines' as const),
      ...(frame === undefined ? {} : { frame }),
      text: body,
      ...(only === undefined ? {} : { onlyValueOf: only }),
      frames: [],
    };
  });
}

function onlyValueOf(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => /^[-+] /.test(line));
  const [before, after] = lines.map((line) => CHANGED.exec(line));
  return lines.length === 2 && before && before[1] === after?.[1] ? `@${after?.[2]}` : undefined;
}
