import type { ButtonHTMLAttributes, CSSProperties } from 'react';

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
  const refs = refsByLine(refLines);
  return (
    <div className="snapshot">
      {tree.split('\n').map((text, line) => (
        <div key={line}>
          <Words text={text} />
          {refs.get(line)?.map((ref) => (
            <button key={ref} type="button" className="ref" {...buttonFor(ref)}>
              {ref}
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}

function Words({ text }: { text: string }) {
  const words = text.trimStart();
  return <span style={{ '--indent': text.length - words.length } as CSSProperties}>{words}</span>;
}

function refsByLine(refLines: Readonly<Record<string, number>>): Map<number, string[]> {
  const refs = new Map<number, string[]>();
  for (const [ref, line] of Object.entries(refLines)) {
    const onLine = refs.get(line) ?? [];
    onLine.push(ref.slice(1));
    refs.set(line, onLine);
  }
  return refs;
}
