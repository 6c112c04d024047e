import type { ReactNode } from 'react';
import type { HistoryStep } from '../../../src/contract/history.ts';
import { IconButton } from '../parts/icon-button.tsx';

export function Player({
  steps,
  position,
  isPlaying,
  onChoose,
  onPlay,
  children,
}: {
  steps: readonly HistoryStep[];
  position: number;
  isPlaying: boolean;
  onChoose(position: number): void;
  onPlay(): void;
  children: ReactNode;
}) {
  const count = steps.length;
  return (
    <fieldset className="player" aria-label="Player">
      <IconButton
        icon="chevron"
        className="back"
        label="Previous step"
        disabled={position === 0}
        onClick={() => onChoose(position - 1)}
      />
      <IconButton icon={isPlaying ? 'pause' : 'play'} label={isPlaying ? 'Pause' : 'Play'} onClick={onPlay} />
      <IconButton
        icon="chevron"
        label="Next step"
        disabled={position === count - 1}
        onClick={() => onChoose(position + 1)}
      />
      <input
        type="range"
        aria-label="Step"
        aria-valuetext={`Step ${position + 1} of ${count}: ${steps[position]?.summary ?? ''}`}
        min={0}
        max={count - 1}
        value={position}
        onChange={({ target }) => onChoose(Number(target.value))}
      />
      <span className="muted number" aria-hidden="true">
        {position + 1} / {count}
      </span>
      {children}
    </fieldset>
  );
}
