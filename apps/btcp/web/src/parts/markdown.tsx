import { memo, type ReactNode } from 'react';
import { Scrollable } from './scrollable.tsx';

/** Renders elements, never HTML, so that nothing that a model writes can run. */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  return <div className="markdown">{pieces(text.split('\n'))}</div>;
});

const FENCE = /^\s*(`{3,}|~{3,})/;
const HEADING = /^(#{1,6})\s+(.*)$/;
const ITEM = /^(\s*)(?:[-*+]|(\d+)[.)])\s+(.*)$/;
const QUOTE = /^>\s?(.*)$/;
const RULE = /^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/;
const ROW = /^\s*\|.*\|\s*$/;

type Kind = 'code' | 'heading' | 'rule' | 'quote' | 'list' | 'table' | 'words';

// Memoized: only the last block changes while text streams in.
const Piece = memo(function Piece({ kind, text }: { kind: Kind; text: string }) {
  const lines = text.split('\n');
  switch (kind) {
    case 'code':
      return <Scrollable label="Code" text={text} />;
    case 'heading': {
      const [, marks = '', words = ''] = HEADING.exec(text) ?? [];
      return <p className={`heading level-${marks.length}`}>{inline(words)}</p>;
    }
    case 'rule':
      return <hr />;
    case 'quote':
      return <blockquote>{pieces(lines.map((line) => QUOTE.exec(line)?.[1] ?? ''))}</blockquote>;
    case 'list':
      return list(lines);
    case 'table':
      return table(lines);
    case 'words':
      return <p>{inline(text)}</p>;
  }
});

function pieces(lines: readonly string[]): ReactNode[] {
  const made: ReactNode[] = [];
  let at = 0;
  const linesWhile = (matches: (line: string) => boolean) => {
    const start = at;
    while (at < lines.length && matches(lines[at] ?? '')) at++;
    return lines.slice(start, at);
  };
  while (at < lines.length) {
    const key = at;
    const kind = kindOf(lines[at] ?? '');
    const add = (taken: readonly string[]) => made.push(<Piece key={key} kind={kind} text={taken.join('\n')} />);
    if (kind === 'code') {
      const fence = FENCE.exec(lines[at++] ?? '')?.[1] ?? '';
      add(linesWhile((line) => !line.trim().startsWith(fence)));
      at++;
    } else if (kind === 'heading' || kind === 'rule') add([lines[at++] ?? '']);
    else if (kind === 'list') add(linesWhile((line) => ITEM.test(line) || /^\s+\S/.test(line)));
    else if (kind === 'words' && lines[at]?.trim() === '') at++;
    else add(linesWhile((line) => kindOf(line) === kind && line.trim() !== ''));
  }
  return made;
}

function kindOf(line: string): Kind {
  if (FENCE.test(line)) return 'code';
  if (HEADING.test(line)) return 'heading';
  if (RULE.test(line)) return 'rule';
  if (QUOTE.test(line)) return 'quote';
  if (ITEM.test(line)) return 'list';
  return ROW.test(line) ? 'table' : 'words';
}

function list(lines: readonly string[]): ReactNode {
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
      {rest.length > 0 && pieces(rest)}
    </li>
  ));
  return number === undefined ? <ul>{children}</ul> : <ol start={Number(number)}>{children}</ol>;
}

function table(lines: readonly string[]): ReactNode {
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
    <div className="table">
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

// `javascript:` and other schemes stay text.
function link(label: string, address: string, key: number): ReactNode {
  if (!/^(?:https?:\/\/|mailto:)/i.test(address)) return `[${label}](${address})`;
  return (
    <a key={key} href={address} target="_blank" rel="noopener noreferrer">
      {label}
    </a>
  );
}
