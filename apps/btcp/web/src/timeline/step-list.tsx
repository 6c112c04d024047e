import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { HistoryStep, HistoryWords } from '../../../src/contract/history.ts';
import { clock } from '../parts/format.ts';
import { Icon } from '../parts/icon.tsx';
import { scrollWithin } from '../parts/scroll-within.ts';

type Row = { step: HistoryStep; position: number } | { words: HistoryWords };

/** All steps, and between them what was said; one stop for the Tab key. */
export function StepList({
  steps,
  words,
  position,
  onChoose,
}: {
  steps: readonly HistoryStep[];
  words: readonly HistoryWords[];
  position: number;
  onChoose(position: number): void;
}) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const row = list.current?.querySelector(`[data-position="${position}"]`);
    if (list.current && row) scrollWithin(list.current, row);
  }, [position]);
  const move = (event: KeyboardEvent) => {
    const wanted = { ArrowDown: position + 1, ArrowUp: position - 1, Home: 0, End: steps.length - 1 }[event.key];
    if (wanted === undefined || !steps[wanted]) return;
    event.preventDefault();
    onChoose(wanted);
    list.current?.querySelector<HTMLElement>(`[data-position="${wanted}"]`)?.focus({ preventScroll: true });
  };
  return (
    <ol ref={list} className="step-list" aria-label="Steps" onKeyDown={move}>
      {rowsOf(steps, words).map((row) =>
        'words' in row ? (
          <li key={`${row.words.time} ${row.words.text}`} className="words" data-role={row.words.role}>
            <span className="muted small">{row.words.role === 'user' ? 'You' : 'The agent'}</span>
            <p>{row.words.text}</p>
          </li>
        ) : (
          <li key={row.step.number}>
            <StepButton {...row} isCurrent={row.position === position} onChoose={() => onChoose(row.position)} />
          </li>
        ),
      )}
    </ol>
  );
}

function StepButton({
  step,
  position,
  isCurrent,
  onChoose,
}: {
  step: HistoryStep;
  position: number;
  isCurrent: boolean;
  onChoose(): void;
}) {
  const { time, summary, success, hidden, look } = step;
  const problems = (look?.errors ?? 0) + (look?.failedRequests ?? 0);
  return (
    <button
      type="button"
      data-position={position}
      data-failed={success ? undefined : ''}
      aria-current={isCurrent ? 'step' : undefined}
      tabIndex={isCurrent ? 0 : -1}
      onClick={onChoose}
    >
      <time className="muted small">{clock(time)}</time>
      <span className="label">{summary}</span>
      {hidden && <Mark icon="lock" words="Hidden" />}
      {!success && <Mark icon="warning" words="Failed" />}
      {success && problems > 0 && <Mark icon="warning" words="The page reported problems" />}
    </button>
  );
}

function Mark({ icon, words }: { icon: 'lock' | 'warning'; words: string }) {
  return (
    <span className="mark" role="img" aria-label={words} title={words}>
      <Icon name={icon} />
    </span>
  );
}

function rowsOf(steps: readonly HistoryStep[], words: readonly HistoryWords[]): Row[] {
  const rows: Row[] = [
    ...words.map((each) => ({ words: each })),
    ...steps.map((step, position) => ({ step, position })),
  ];
  const timeOf = (row: Row) => ('words' in row ? row.words.time : row.step.time);
  return rows.sort((one, other) => timeOf(one) - timeOf(other));
}
