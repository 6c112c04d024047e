export function ReadingNote({
  problem,
  isActive,
  empty,
}: {
  problem: string | null;
  isActive: boolean;
  empty: string;
}) {
  if (!isActive) return <p className="muted hint">No browser is open.</p>;
  return problem ? <p className="problem hint">{problem}</p> : <p className="muted hint">{empty}</p>;
}
