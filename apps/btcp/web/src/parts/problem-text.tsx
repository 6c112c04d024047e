/** What went wrong, where it went wrong: a notice would be behind a dialog. */
export function ProblemText({ problem }: { problem: unknown }) {
  if (problem === null) return null;
  const text = problem instanceof Error ? problem.message : String(problem);
  const hint = problem instanceof Error && 'hint' in problem ? problem.hint : undefined;
  return (
    <p className="problem" role="alert">
      {text}
      {hint ? <span className="next">{String(hint)}</span> : null}
    </p>
  );
}
