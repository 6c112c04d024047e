import type { ButtonHTMLAttributes, CSSProperties, ReactNode } from 'react';

/** A page as agents read it, with a button for each ref. */
export function SnapshotText({ tree, buttonFor }: { tree: string; buttonFor(ref: string): RefButton }) {
  return (
    <div className="snapshot">
      {tree.split('\n').map((line, index) => (
        <div key={index} style={{ '--depth': line.search(/\S|$/) } as CSSProperties}>
          {withRef(line.trimStart(), buttonFor)}
        </div>
      ))}
    </div>
  );
}

/** What the button of a ref is called and does. */
export type RefButton = ButtonHTMLAttributes<HTMLButtonElement> & { 'aria-label': string };

function withRef(line: string, buttonFor: (ref: string) => RefButton): ReactNode {
  const match = /^(.*?)\[ref=([^\]]+)\](.*)$/.exec(line);
  if (!match) return line;
  const [, before, ref = '', after] = match;
  return (
    <>
      {before}
      <button type="button" className="ref" {...buttonFor(ref)}>
        {ref}
      </button>
      {after}
    </>
  );
}
