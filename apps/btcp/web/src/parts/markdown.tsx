import { memo, type ReactNode } from 'react';
import { Scrollable } from './scrollable.tsx';

/**
 * The part of Markdown that models write, as elements: nothing of the text ever becomes HTML, so that nothing in it can
 * run. What is not known stays as it was written.
 */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  return <div className="markdown">{blocks(text.split('\n'))}</div>;
});

const FENCE = /^\s*(`{3,}|~{3,})/;
const HEADING = /^(#{1,6})\s+(.*)$/;
const ITEM = /^(\s*)(?:[-*+]|(\d+)[.)])\s+(.*)$/;
const QUOTE = /^>\s?(.*)$/;
const RULE = /^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/;
const ROW = /^\s*\|.*\|\s*$/;

function blocks(lines: readonly string[]): ReactNode[] {
  const made: ReactNode[] = [];
  let at = 0;
  const linesWhile = (matches: (line: string) => boolean) => {
    const start = at;
    while (at < lines.length && matches(lines[at] ?? '')) at++;
    return lines.slice(start, at);
  };
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const key = at;
    const fence = FENCE.exec(line)?.[1];
    const heading = HEADING.exec(line);
    if (line.trim() === '') at++;
    else if (fence) {
      at++;
      const code = linesWhile((it) => !it.trim().startsWith(fence));
      at++;
      made.push(<Scrollable key={key} label="Code" text={code.join('\n')} />);
    } else if (heading) {
      at++;
      made.push(
        <p key={key} className={`heading level-${heading[1]?.length}`}>
          {inline(heading[2] ?? '')}
        </p>,
      );
    } else if (RULE.test(line)) {
      at++;
      made.push(<hr key={key} />);
    } else if (QUOTE.test(line)) {
      const quoted = linesWhile((it) => QUOTE.test(it)).map((it) => QUOTE.exec(it)?.[1] ?? '');
      made.push(<blockquote key={key}>{blocks(quoted)}</blockquote>);
    } else if (ITEM.test(line))
      made.push(
        list(
          linesWhile((it) => ITEM.test(it) || /^\s+\S/.test(it)),
          key,
        ),
      );
    else if (ROW.test(line))
      made.push(
        table(
          linesWhile((it) => ROW.test(it)),
          key,
        ),
      );
    else {
      const words = linesWhile(
        (it) => it.trim() !== '' && ![FENCE, HEADING, RULE, QUOTE, ITEM, ROW].some((kind) => kind.test(it)),
      );
      made.push(<p key={key}>{inline(words.join('\n'))}</p>);
    }
  }
  return made;
}

function list(lines: readonly string[], key: number): ReactNode {
  const indent = ITEM.exec(lines[0] ?? '')?.[1]?.length ?? 0;
  const items: string[][] = [];
  for (const line of lines) {
    const item = ITEM.exec(line);
    if (item && (item[1]?.length ?? 0) <= indent) items.push([item[3] ?? '']);
    else items.at(-1)?.push(line.slice(Math.min(indent + 2, line.search(/\S/))));
  }
  const number = ITEM.exec(lines[0] ?? '')?.[2];
  const children = items.map(([first = '', ...rest], index) => (
    <li key={index}>
      {inline(first)}
      {rest.length > 0 && blocks(rest)}
    </li>
  ));
  return number === undefined ? (
    <ul key={key}>{children}</ul>
  ) : (
    <ol key={key} start={Number(number)}>
      {children}
    </ol>
  );
}

function table(lines: readonly string[], key: number): ReactNode {
  const rows = lines.map((line) =>
    line
      .trim()
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
  const isRuled = rows[1]?.every((cell) => /^:?-+:?$/.test(cell)) ?? false;
  const [head, body] = isRuled ? [rows[0] ?? [], rows.slice(2)] : [[], rows];
  return (
    <div key={key} className="table">
      <table>
        {isRuled && <thead>{row(head, 0, 'th')}</thead>}
        <tbody>{body.map((cells, index) => row(cells, index, 'td'))}</tbody>
      </table>
    </div>
  );
}

function row(cells: readonly string[], key: number, Cell: 'th' | 'td'): ReactNode {
  return (
    <tr key={key}>
      {cells.map((cell, index) => (
        <Cell key={index}>{inline(cell)}</Cell>
      ))}
    </tr>
  );
}

const INLINE =
  /`([^`\n]+)`|\*\*(.+?)\*\*|__(.+?)__|\*([^*\s][^*]*?)\*|(?<!\w)_([^_\s][^_]*?)_(?!\w)|\[([^\]]+)\]\(([^\s)]+)\)|(https?:\/\/[^\s<>)]*[^\s<>).,;:!?'"])/g;

function inline(text: string): ReactNode[] {
  const made: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    const [all, code, strong, strongToo, emphasis, emphasisToo, label, address, bare] = match;
    made.push(text.slice(end, match.index));
    end = match.index + all.length;
    const key = match.index;
    if (code) made.push(<code key={key}>{code}</code>);
    else if (strong ?? strongToo) made.push(<strong key={key}>{inline(strong ?? strongToo ?? '')}</strong>);
    else if (emphasis ?? emphasisToo) made.push(<em key={key}>{inline(emphasis ?? emphasisToo ?? '')}</em>);
    else made.push(link(label ?? bare ?? '', address ?? bare ?? '', key));
  }
  made.push(text.slice(end));
  return made;
}

/** Only to the web: `javascript:` and its kin stay text. */
function link(label: string, address: string, key: number): ReactNode {
  if (!/^(?:https?:\/\/|mailto:)/i.test(address)) return `[${label}](${address})`;
  return (
    <a key={key} href={address} target="_blank" rel="noopener noreferrer">
      {label}
    </a>
  );
}
