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
    const [before = '', ...after] = rest.split(`[ref=${ref}]`);
    if (after.length === 0) continue;
    rest = after.join(`[ref=${ref}]`);
    shown.push(
      before,
      <button key={ref} type="button" className="ref" {...buttonFor(ref)}>
        {ref}
      </button>,
    );
  }
  return [...shown, rest];
}
