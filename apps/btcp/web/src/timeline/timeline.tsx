import { type ReactNode, useEffect, useState } from 'react';
import type { HistorySource } from './history-source.ts';
import { Player } from './player.tsx';
import { StepDetails } from './step-details.tsx';
import { StepList } from './step-list.tsx';
import { StepPicture } from './step-picture.tsx';

const STEP_MS = 1_200;

export function Timeline({ source, children }: { source: HistorySource; children?: ReactNode }) {
  const { steps, words } = source.history;
  const [position, setPosition] = useState(steps.length - 1);
  const [isPlaying, setPlaying] = useState(false);
  const last = steps.length - 1;
  useEffect(() => {
    if (!isPlaying) return;
    if (position >= last) return setPlaying(false);
    const timer = setTimeout(() => setPosition(position + 1), STEP_MS);
    return () => clearTimeout(timer);
  }, [isPlaying, position, last]);
  const step = steps[position];
  if (!step) return null;
  const choose = (wanted: number) => {
    setPlaying(false);
    setPosition(Math.min(last, Math.max(0, wanted)));
  };
  const play = () => {
    if (!isPlaying && position === last) setPosition(0);
    setPlaying(!isPlaying);
  };
  return (
    <section className="timeline" aria-label="Timeline">
      <div className="timeline-shown">
        <StepPicture source={source} position={position} />
        <Player steps={steps} position={position} isPlaying={isPlaying} onChoose={choose} onPlay={play}>
          {children}
        </Player>
        <StepDetails source={source} step={step} />
      </div>
      <StepList steps={steps} words={words} position={position} onChoose={choose} />
    </section>
  );
}
