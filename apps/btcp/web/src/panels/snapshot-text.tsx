import type { RefInfo } from '@btcp/protocol';
import type { ButtonHTMLAttributes, CSSProperties, ReactNode } from 'react';

/** The data of a snapshot that is shown. */
export interface ShownSnapshot {
  tree: string;
  /** By spelling `@e3`. */
  refs: Readonly<Record<string, RefInfo>>;
}

/** What the button of a ref is called and does. */
export type RefButton = ButtonHTMLAttributes<HTMLButtonElement> & { 'aria-label': string };

/** A page as agents read it, with a button for each ref. */
export function SnapshotText({
  snapshot: { tree, refs },
  buttonFor,
}: {
  snapshot: ShownSnapshot;
  buttonFor(ref: string): RefButton;
}) {
  const refOfLine = new Map(Object.entries(refs).map(([ref, { line }]) => [line, ref.replace('@', '')]));
  return (
    <div className="snapshot">
      {tree.split('\n').map((text, line) => (
        <div key={line} style={{ '--depth': text.search(/\S|$/) } as CSSProperties}>
          {withButton(text.trimStart(), refOfLine.get(line), buttonFor)}
        </div>
      ))}
    </div>
  );
}

/** The button stands where the text has the ref. */
function withButton(text: string, ref: string | undefined, buttonFor: (ref: string) => RefButton): ReactNode {
  if (ref === undefined) return text;
  const [before, ...after] = text.split(`[ref=${ref}]`);
  return (
    <>
      {before}
      <button type="button" className="ref" {...buttonFor(ref)}>
        {ref}
      </button>
      {after.join(`[ref=${ref}]`)}
    </>
  );
}
