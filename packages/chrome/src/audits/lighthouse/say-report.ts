export interface Report {
  lighthouseVersion: string;
  finalDisplayedUrl?: string;
  runtimeError?: { code: string; message: string };
  runWarnings: string[];
  categories: Record<string, { title: string; score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<
    string,
    { title: string; score: number | null; scoreDisplayMode: string; displayValue?: string; explanation?: string }
  >;
}

// Below this an audit is not green in a report.
const GOOD = 0.9;
const NOT_SCORED = new Set(['notApplicable', 'manual', 'informative', 'error']);

export function sayReport({ categories, audits, lighthouseVersion, runWarnings }: Report): string[] {
  const scores = Object.values(categories).map(({ title, score }) => `${title} ${percent(score)}`);
  const failing = Object.values(categories).flatMap(({ title, auditRefs }) =>
    auditRefs
      .flatMap(({ id, weight }) => ({ id, weight, ...audits[id] }))
      .filter(({ score, scoreDisplayMode = '' }) => (score ?? 1) < GOOD && !NOT_SCORED.has(scoreDisplayMode))
      .sort((one, other) => lossOf(other) - lossOf(one))
      .map(({ id, title: what, displayValue, explanation }) => {
        const details = [displayValue, explanation].filter(Boolean).join('. ');
        return `${title}: ${what} (${id})${details ? `: ${details}` : ''}`;
      }),
  );
  const broken = Object.entries(audits).filter(([, { scoreDisplayMode }]) => scoreDisplayMode === 'error');
  return [
    `Lighthouse ${lighthouseVersion}: ${scores.join(', ')}`,
    ...runWarnings.map((warning) => `warning: ${warning}`),
    ...failing,
    ...(broken.length > 0 ? [`could not run: ${broken.map(([id]) => id).join(', ')}`] : []),
  ];
}

function lossOf({ weight, score }: { weight: number; score?: number | null }): number {
  return weight * (1 - (score ?? 1));
}

function percent(score: number | null): string {
  return score === null ? 'without a score' : `${Math.round(score * 100)}`;
}
