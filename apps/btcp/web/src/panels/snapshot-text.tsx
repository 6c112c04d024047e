import type { ButtonHTMLAttributes, CSSProperties, ReactNode } from 'react';

export type RefButton = ButtonHTMLAttributes<HTMLButtonElement> & { 'aria-label': string };

export function SnapshotText({
  tree,
  refLines,
  buttonFor,
}: {
  tree: string;
  refLines: Readonly<Record<string, number>>;
  buttonFor(ref: string): RefButton;
}) {
  const refsOfLine = new Map<number, string[]>();
  for (const [ref, line] of Object.entries(refLines)) {
    refsOfLine.set(line, [...(refsOfLine.get(line) ?? []), ref.replace('@', '')]);
  }
  return (
    <div className="snapshot">
      {tree.split('\n').map((text, line) => (
        <div key={line} style={{ '--depth': text.search(/\S|$/) } as CSSProperties}>
          {withButtons(text.trimStart(), refsOfLine.get(line) ?? [], buttonFor)}
        </div>
      ))}
    </div>
  );
}

function withButtons(text: string, refs: readonly string[], buttonFor: (ref: string) => RefButton): ReactNode {
  const shown: ReactNode[] = [];
  let rest = text;
  for (const ref of refs) {
    const mark = new RegExp(`@${ref}(?!\\d)`).exec(rest);
    if (!mark) continue;
    shown.push(
      rest.slice(0, mark.index),
      <button key={ref} type="button" className="ref" {...buttonFor(ref)}>
        {ref}
      </button>,
    );
    rest = rest.slice(mark.index + mark[0].length);
  }
  return [...shown, rest];
}
